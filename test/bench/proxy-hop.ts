import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { tellPort, toldByParent } from './peer.ts';

// The peer: an Express that passes everything on to the address that the parent sends, over kept-alive connections.
const target = await toldByParent();
const app = express();
app.use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true, maxSockets: 100 }) }));
const server = app.listen(0, '127.0.0.1', () => tellPort(server));
