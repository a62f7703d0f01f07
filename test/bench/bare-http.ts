import { createServer } from 'node:http';
import { messageFromParent, sendPort } from './peer.ts';

// A peer: the HTTP server of Node.js responds with the bytes of the parent's message.
const bytes = Buffer.from(await messageFromParent());
const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => sendPort(server));
