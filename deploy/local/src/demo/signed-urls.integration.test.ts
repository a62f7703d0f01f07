import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandLine } from './command-line.ts';
import { signedUrls } from './signed-urls.ts';

const requests: string[] = [];
const server = createServer(({ method, url, headers }, response) => {
  requests.push(`${method} ${headers.host}${url}`);
  response.writeHead(url === '/p/jane' ? 200 : 404).end();
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

const vitae = (async (...args: string[]) => ({ url: `${args.at(-1)}?hash=0` })) as CommandLine;
const data = { key: 'vt_live_x', secret: 's', cvIds: [7] };
const urlsOf = (username: string) =>
  signedUrls(
    vitae,
    { ...data, owner: { userId: 1, username, password: '' } },
    {
      gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      api: 'http://api.example:8080',
      site: 'http://cv.example:8080',
    },
  );

test('have the public host names of the API and the site', async () => {
  expect(await urlsOf('jane')).toEqual({
    cv: 'http://api.example:8080/api/v1/svc/cv/7?hash=0',
    pdf: 'http://api.example:8080/api/v1/cv/7/export/pdf?hash=0',
    forRun: 'http://api.example:8080/api/v1/svc/cv/7?hash=0',
    page: 'http://cv.example:8080/p/jane',
  });
  expect(requests).toEqual(['HEAD cv.example:8080/p/jane']);
});

test('have no page if its owner has unpublished it', async () => {
  expect((await urlsOf('john')).page).toBeUndefined();
});
