import { connect } from 'node:net';
import express, { type Request } from 'express';
import { listenHttp } from './listen-http.ts';
import { rawBody, readUpload } from './raw-body.ts';

const HEAD = 'PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nsome';

/** Starts an upload and returns how `read` ends when the client disconnects before the whole body is sent. */
async function readInterruptedUpload(
  read: (request: Request, disconnect: () => void) => Promise<Buffer>,
): Promise<unknown> {
  const app = express();
  const result = new Promise((resolve) => {
    app.use(
      rawBody(() => true),
      (request) => void read(request, () => socket.destroy()).then(resolve, resolve),
    );
  });
  const http = await listenHttp(app, '127.0.0.1', 0);
  const socket = connect(http.port, '127.0.0.1', () => socket.write(HEAD));
  try {
    return await result;
  } finally {
    socket.destroy();
    http.server.closeAllConnections();
    await http.close();
  }
}

describe('upload', () => {
  test('fails when the client disconnects while it is read', async () => {
    const error = await readInterruptedUpload((request, disconnect) => {
      const upload = readUpload(request);
      request.once('data', disconnect);
      return upload;
    });
    expect(error).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
  });

  test('fails when the client disconnected before it is read', async () => {
    const error = await readInterruptedUpload(async (request, disconnect) => {
      const closed = new Promise((resolve) => request.once('close', resolve));
      disconnect();
      await closed;
      return readUpload(request);
    });
    expect(error).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
  });
});
