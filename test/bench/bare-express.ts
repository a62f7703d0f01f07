import express from 'express';
import { messageFromParent, sendPort } from './peer.ts';

// A peer: Express without middleware responds with the bytes of the parent's message.
const bytes = Buffer.from(await messageFromParent());
const app = express();
app.get('/{*any}', (_request, response) => {
  response.type('application/json').send(bytes);
});
const server = app.listen(0, '127.0.0.1', () => sendPort(server));
