import { createServer } from 'node:http';
import { tellPort, toldByParent } from './peer.ts';

// The peer: Node's own HTTP server, answering the bytes that the parent sends.
const bytes = Buffer.from(await toldByParent());
const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => tellPort(server));
