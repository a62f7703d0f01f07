import { listenHttp } from '@vitae/kit/http/listen-http';
import express from 'express';
import { createLiveStreams, STOPPING } from './live-streams.ts';

test('ends open streams during shutdown and closes new ones after the first event', async () => {
  const streams = createLiveStreams();
  const app = express();
  app.get('/live', (_request, response) =>
    streams.serve(
      { response, sessionId: 'session' },
      async () => '<p>1</p>',
      async () => true,
    ),
  );
  const http = await listenHttp(app, '127.0.0.1', 0);
  const open = () => fetch(`http://127.0.0.1:${http.port}/live`);
  const first = await open();
  app.emit(STOPPING);
  expect(await first.text()).toMatch(/^retry: \d+\n\n/);
  expect(await (await open()).text()).toContain('event: metrics\ndata: "<p>1</p>"');
  await http.close();
});
