import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@vitae/test/support/until';
import express, { type RequestHandler } from 'express';
import { type HttpListener, listenHttp } from './listen-http.ts';
import { rawBody, readBody } from './raw-body.ts';

let http: HttpListener;
let malformed: string[];

async function serve(handle: RequestHandler): Promise<void> {
  malformed = [];
  const record = ({ outcome }: { outcome: string }) => void malformed.push(outcome);
  const limits = { baseMs: 300, bytesPerSecond: 10_000, maxMs: 60_000 };
  http = await listenHttp(express().use(rawBody(), handle), '127.0.0.1', 0, record, limits);
}
afterEach(async () => {
  http.server.closeAllConnections();
  await http.close();
});

const respondLength: RequestHandler = (request, response, next) => {
  readBody(request).then(({ length }) => response.json({ length }), next);
};

/** Sends a body of 100 parts until the server responds. */
async function sendSlowly(part: string): Promise<string> {
  let response = '';
  const socket = connect(http.port, '127.0.0.1');
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${100 * part.length}\r\n\r\n`);
  for (let sent = 0; sent < 100 && response === ''; sent++) {
    socket.write(part);
    await pause(10);
  }
  await until('the response', () => response !== '');
  socket.destroy();
  return response;
}

test('a body that arrives too slowly is rejected', async () => {
  await serve(respondLength);
  expect(await sendSlowly('x')).toMatch(/^HTTP\/1\.1 408 .*The request was not received in time\./s);
  expect(malformed).toEqual(['request_timeout']);
});

test('a large body has more time while it arrives', async () => {
  await serve(respondLength);
  expect(await sendSlowly('x'.repeat(1_000))).toMatch(/^HTTP\/1\.1 200 .*\{"length":100000\}$/s);
});

test('the time limit does not apply to the response', async () => {
  await serve(async (_request, response) => {
    await pause(400);
    response.json('done');
  });
  const address = `http://127.0.0.1:${http.port}/`;
  const responses = [await fetch(address), await fetch(address, { method: 'POST', body: 'complete' })];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
});
