import { connect } from 'node:net';
import express, { type Request } from 'express';
import { listenHttp } from '../probes.ts';
import { rawBody, uploadOf } from './raw-body.ts';

const HEAD = 'PUT /api/v1/cv/7/photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nsome';

/** How reading an upload ends, whose sender goes before all of it is there. */
async function readFromOneWhoGoes(read: (request: Request, leave: () => void) => Promise<Buffer>): Promise<unknown> {
  const app = express();
  const ended = new Promise((resolve) => {
    app.use(rawBody, (request) => void read(request, () => socket.destroy()).then(resolve, resolve));
  });
  const http = await listenHttp(app, '127.0.0.1', 0);
  const socket = connect(http.port, '127.0.0.1', () => socket.write(HEAD));
  try {
    return await ended;
  } finally {
    socket.destroy();
    http.server.closeAllConnections();
    await http.close();
  }
}

test('an upload whose sender goes while it is read ends', async () => {
  const end = await readFromOneWhoGoes((request, leave) => {
    const upload = uploadOf(request);
    request.once('data', leave);
    return upload;
  });
  expect(end).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
});

test('an upload whose sender went before it was read ends', async () => {
  const end = await readFromOneWhoGoes(async (request, leave) => {
    const gone = new Promise((resolve) => request.once('close', resolve));
    leave();
    await gone;
    return uploadOf(request);
  });
  expect(end).toMatchObject({ code: 'CANCELLED', reason: 'request_aborted' });
});
