import { connect } from 'node:net';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { sampleCv } from '../support/gateway/sample-cv.ts';
import { type SystemFixture, signPath, startSystemFixture } from '../support/gateway/system-fixture.ts';
import { type LoadBalancer, startHaproxy, startNginx } from '../support/load-balancer.ts';
import { until } from '../support/until.ts';

let system: SystemFixture;
const balancers = new Map<string, LoadBalancer>();

beforeAll(async () => {
  system = await startSystemFixture(process.env);
  await system.companies.setLimits(system.company.id, { standard: 100_000 });
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
  const { url } = await system.start();
  balancers.set('HAProxy', await startHaproxy([url]));
  balancers.set('nginx', await startNginx(url));
  for (const { url: front } of balancers.values())
    await until('a response through the balancer', async () => (await fetch(`${front}/healthz`)).status === 200);
}, 120_000);
afterAll(async () => {
  await Promise.all([...balancers.values()].map(({ stop }) => stop()));
  await system?.close();
});

const HOST = 'Host: localhost\r\n';
const inner = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
const post = (headers: string, body: string) =>
  `POST /api/v1/tags HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\n${headers}\r\n${body}`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** Raw requests with a hidden request for `path`. */
const ATTACKS: Record<string, (path: string) => string> = {
  'CL.TE': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`, body);
  },
  'TE.CL': (path) => {
    const body = chunk(inner(path));
    return post(`Content-Length: ${body.indexOf('\n') + 1}\r\nTransfer-Encoding: chunked\r\n`, body);
  },
  'TE.TE': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`,
      body,
    );
  },
  'obs-fold': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(`Content-Length: ${body.length}\r\nTransfer-Encoding:\r\n chunked\r\n`, body);
  },
  'a space before the colon': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(`Content-Length: ${body.length}\r\nTransfer-Encoding : chunked\r\n`, body);
  },
  'Transfer-Encoding: xchunked': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(`Content-Length: ${body.length}\r\nTransfer-Encoding: xchunked\r\n`, body);
  },
  'duplicate lengths': (path) => post(`Content-Length: 0\r\nContent-Length: ${inner(path).length}\r\n`, inner(path)),
  'a length with a sign': (path) => post(`Content-Length: +${inner(path).length}\r\n`, inner(path)),
  'bare LF': (path) => {
    const body = `0\r\n\r\n${inner(path)}`;
    return post(`X-Hidden: x\nTransfer-Encoding: chunked\r\nContent-Length: ${body.length}\r\n`, body);
  },
  'a chunk extension with a bare LF': (path) =>
    post('Transfer-Encoding: chunked\r\n', `1;a\nb\r\nx\r\n0\r\n\r\n${inner(path)}`),
  'an absolute URL': (path) =>
    `GET http://elsewhere.example/healthz HTTP/1.1\r\n${HOST}Content-Length: ${inner(path).length}\r\n\r\n${inner(path)}`,
};

/** Sends raw bytes and waits until the socket is idle. It stays open and collects statuses until `close`. */
async function send(port: number, bytes: string): Promise<{ statuses(): number[]; close(): void }> {
  let received = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    socket.setTimeout(700, end);
    socket.on('data', (data) => (received += data));
    socket.on('error', end).on('close', end);
  });
  return {
    statuses: () => [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status)),
    close: () => socket.destroy(),
  };
}

test.each([
  ['the address of the client', {}, '127.0.0.1'],
  ['the last address from a trusted proxy', { TRUSTED_PROXY: '127.0.0.1' }, '203.0.113.9'],
])('HAProxy replaces X-Forwarded-For by %s', async (_name, environment, expected) => {
  const echo = await listenHttp((request, response) => response.end(JSON.stringify(request.headers)), '127.0.0.1', 0);
  const balancer = await startHaproxy([`http://127.0.0.1:${echo.port}`], [], environment);
  const headers = { 'X-Forwarded-For': '203.0.113.7, 203.0.113.9', 'X-Forwarded-Host': 'other.example' };
  const received = await until('a response', async () => {
    const response = await fetch(`${balancer.url}/api/v1/rate-limit`, { headers });
    return response.ok && ((await response.json()) as Record<string, string>);
  });
  expect([received['x-forwarded-for'], received['x-forwarded-host']]).toEqual([expected, undefined]);
  await balancer.stop();
  await echo.close();
});

describe.each(['HAProxy', 'nginx'])('behind %s', (name) => {
  test.each(Object.keys(ATTACKS))(
    'passes no smuggled request to the gateway: %s',
    async (attack) => {
      const { port, url } = balancers.get(name) as LoadBalancer;
      const hidden = signPath(system.key, '/api/v1/cv/7');
      const sent = await send(port, ATTACKS[attack]?.(hidden) ?? '');
      // No other request may receive the response to the hidden one.
      const others = await Promise.all(
        Array.from({ length: 12 }, async () => (await fetch(`${url}/healthz`)).json() as Promise<{ status: string }>),
      );
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 'alive'));
      // A used nonce means that the gateway received the hidden request. Then the balancer must have treated it as a
      // separate request and returned both responses.
      const afterwards = await fetch(url + hidden);
      if (afterwards.status !== 200) await until(`both responses to ${attack}`, () => sent.statuses().length === 2);
      sent.close();
    },
    120_000,
  );
});
