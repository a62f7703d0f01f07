import { connect } from 'node:net';

/** Sends bytes that are not valid HTTP, and waits until the connection is closed. */
export async function sendMalformed(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), 'localhost');
  socket.end('not HTTP\r\n\r\n');
  await new Promise((resolve) => socket.resume().once('close', resolve));
}
