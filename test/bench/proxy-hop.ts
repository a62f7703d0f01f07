import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { messageFromParent, sendPort } from './peer.ts';

// A peer: Express forwards everything to the URL of the parent's message over keep-alive connections.
const target = await messageFromParent();
const app = express();
app.use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true, maxSockets: 100 }) }));
const server = app.listen(0, '127.0.0.1', () => sendPort(server));
