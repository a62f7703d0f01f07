import { announce } from './announce.ts';

test('names the address of the site even if the APIs have other host names', () => {
  const run = { gateways: ['http://localhost:8080'], mongodbUri: '', redisUrl: '', processes: [] };
  const text = announce({ run, site: 'http://cv.localhost:8080', dataDir: '.vitae', startedInMs: 1_234 });
  expect(text).toMatch(/^Vitae is ready: http:\/\/cv\.localhost:8080 {2}\(1\.2 s\)\n/);
  expect(text).toContain('http://localhost:8080');
});
