import type { ConsumedMinute } from '@vitae/accounts/consumption/consumption-store';
import { keySource } from '@vitae/accounts/consumption/counter';
import { minuteKey } from '@vitae/accounts/quota/redis-keys';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import type { WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { slowFinds } from '@vitae/test/support/kit/query-profile';
import { until } from '@vitae/test/support/until';

const HOSTILE = '=HYPERLINK("http://x")<script>alert(1)</script>';

let system: SettingsFixture;
let gateway: SettingsGateway;
let viewer: AdministratorFixture;
let now: number;
let keyId: number;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  await system.createAdministrator(gateway, 'owner');
  viewer = await system.createAdministrator(gateway, 'viewer');
  const [seconds] = await gateway.redis.time();
  now = Math.floor(Number(seconds) / 60);
  keyId = system.company.id * 10;
  await gateway.connection.collection<{ _id: number }>('keys').insertMany([
    { _id: keyId, companyId: system.company.id, key: `vt_live_${keyId}`, name: HOSTILE },
    { _id: keyId + 1, companyId: system.company.id, key: `vt_live_${keyId + 1}`, name: 'Newly busy' },
  ] as never[]);
});
afterAll(() => system.close());

const signedIn = (by = viewer) => signedInAt(gateway, by);

const minuteOf = (minute: number, count: number, name = 'accepted_standard'): ConsumedMinute => ({
  companyId: system.company.id,
  minute,
  generation: `g${minute}`,
  counters: [{ source: keySource(keyId), endpoint: 'cv.read', name, count }],
});
const put = (minute: ConsumedMinute, { timeZone } = system.company) =>
  gateway.consumption.store.flush([{ minute, timeZone }]);
const attemptsOn = (html: string) => html.match(/<dl class="metric-list"><div><dt>[^<]*<\/dt><dd>([^<]*)/)?.[1];

const cookieOf = ({ cookies }: WebVisitor) => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');

/** Opens an event stream. `text` holds the events received so far. */
async function listen(visitor: WebVisitor, path = '/settings/consumption/live') {
  const stop = new AbortController();
  const response = await fetch(gateway.url + path, { headers: { Cookie: cookieOf(visitor) }, signal: stop.signal });
  const stream = { status: response.status, text: '', ended: false, stop: () => stop.abort() };
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString('utf8');
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}

test('shows an example request to a company that has sent none', async () => {
  const { status, text } = await (await signedIn()).get('/settings/consumption?locale=en');
  expect(status).toBe(200);
  expect(text).toContain('Send your first request');
  expect(text).toContain('/api/v1/rate-limit');
});

test('redirects signed-out visitors to the sign-in page', async () => {
  const visitor = visitSettings(gateway);
  for (const path of ['/settings/consumption?view=day', '/settings/consumption.csv', '/settings/consumption/live']) {
    const { status, location } = await visitor.get(path);
    expect(status).toBe(303);
    expect(location).toMatch(/^\/settings\/sign-in/);
  }
});

describe('consumption page of a company with requests', () => {
  beforeAll(async () => {
    await put(minuteOf(now - 2, 40));
    await put(minuteOf(now - 2, 40)); // A gateway retries this after a crash.
    await put({ ...minuteOf(now - 1, 3, 'invalid_signature') });
  });

  test('adds the numbers from MongoDB and Redis for every period, in the language of the reader', async () => {
    const visitor = await signedIn();
    for (const view of ['hour', 'month', 'year'])
      expect(attemptsOn((await visitor.get(`/settings/consumption?view=${view}`)).text)).toBe('43');
    const { text } = await visitor.get('/settings/consumption?locale=de');
    expect(text).toContain('Ungültige Signatur (403/401)');
    await visitor.get('/settings/consumption?locale=en');
  });

  test('applies filters and ignores invalid ones', async () => {
    const visitor = await signedIn();
    const attempts = async (query: string) => attemptsOn((await visitor.get(`/settings/consumption?${query}`)).text);
    expect(await attempts(`key=${keySource(keyId)}&call=cv.read`)).toBe('43');
    expect(await attempts('key=k1')).toBeUndefined();
    expect(await attempts('call=cv.other')).toBeUndefined();
    expect(await attempts('view=nonsense&at=2026-99-99&page=-4&key=%27%7C%7C1&outcome=x')).toBe('43');
    expect(await attempts('view=month&at=2024-02')).toBeUndefined();
  });

  test('escapes markup on the page and formulas in the CSV file', async () => {
    const visitor = await signedIn();
    const page = await visitor.get('/settings/consumption');
    expect(page.text).toContain('&lt;script>');
    expect(page.text).not.toContain('<script>alert');
    const file = await visitor.get('/settings/consumption.csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(1)) expect(line).toContain(`"'=HYPERLINK(""http://x"")`);
  });

  test('shows no requests of another company’s key', async () => {
    const foreign = keySource(keyId + 9);
    const { otherCompany } = system;
    const counters = [{ source: foreign, endpoint: 'cv.read', name: 'accepted_standard', count: 7_777 }];
    const minute = { companyId: otherCompany.id, minute: now - 2, generation: 'other', counters };
    await put(minute, otherCompany);
    const visitor = await signedIn();
    const shown = async (path: string) => (await visitor.get(`/settings/consumption${path}key=${foreign}`)).text;
    for (const path of ['?', '/calls?', '.csv?', '.csv?view=month&']) expect(await shown(path)).not.toMatch(/7.?777/);
    const stream = await listen(visitor, `/settings/consumption/live?key=${foreign}`);
    await until('the first metrics', () => stream.text.includes('event: metrics'));
    expect(stream.text).not.toMatch(/7.?777/);
    stream.stop();
  });

  test('applies the search to the CSV file', async () => {
    const visitor = await signedIn();
    const linesOf = async (search: string) =>
      (await visitor.get(`/settings/consumption.csv?search=${search}`)).text.trim().split('\r\n').length;
    expect(await linesOf('HYPERLINK')).toBe(3);
    expect(await linesOf('unknown')).toBe(1);
  });

  test('names the keys that use most of the quota in the current minute', async () => {
    const visitor = await signedIn();
    const { id: companyId } = system.company;
    // Retries, because the current minute can end between the two requests.
    await until('the current minute', async () => {
      const [seconds] = await gateway.redis.time();
      const running = Math.floor(Number(seconds) / 60);
      const cell = (key: number) => `k${key} cv.read accepted_standard`;
      const calls = { generation: 'g', [cell(keyId + 1)]: '9', [cell(keyId)]: '2' };
      await gateway.redis.hset(minuteKey(companyId, running), calls);
      const { text } = await visitor.get('/settings/consumption?locale=en');
      await gateway.redis.del(minuteKey(companyId, running));
      return text.includes(`Top consumers: Newly busy …${String(keyId + 1).slice(-4)} and =HYPERLINK`);
    });
    expect((await visitor.get('/settings/consumption?locale=en')).text).not.toContain('Top consumers:');
  });

  test('allows scripts and connections of the site only', async () => {
    const { headers, text } = await (await signedIn()).get('/settings/consumption');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/\son\w+=|\sstyle=/);
    const script = text.match(/<script src="([^"]+)"/)?.[1] as string;
    const response = await fetch(gateway.url + script);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await response.text()).length).toBeLessThan(10_000);
  });

  test('sends new numbers to an open page until the session ends', async () => {
    const visitor = await signedIn();
    const stream = await listen(visitor);
    await until('the first metrics', () => stream.text.includes('event: metrics'));
    const log = `{c:${system.company.id}}:use`;
    await gateway.redis.hset(
      `${log}:${now}`,
      'generation',
      'live',
      `${keySource(keyId)} cv.read accepted_standard`,
      '1000',
    );
    await gateway.redis.sadd(log, String(now));
    await until('the request', () => /1,?043|1.043/.test(stream.text));
    const page = await visitor.get('/settings/limits');
    await visitor.submit(page, '/settings/sign-out');
    await until('the end', () => stream.ended);
    expect(stream.text).toContain('event: ended');
  });

  test('limits a session to six live pages', async () => {
    const visitor = await signedIn();
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(visitor)));
    expect(streams.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), 204, 204]);
    for (const { stop } of streams) stop();
  });

  test('lists rejected requests without signatures and personal data', async () => {
    const { rejectedRequests } = gateway.consumption;
    for (let call = 0; call < 450; call++)
      rejectedRequests.record(system.company.id, {
        requestId: `request-${call}`,
        at: system.clock.now() + call,
        source: keySource(keyId),
        cause: 'invalid_signature',
        endpoint: 'users.search',
        method: 'GET',
        target: '/api/v1/users/search?term=Jean+Dupont&apikey=vt_live_1&nonce=n&timestamp=1&hash=abcdef',
      });
    await rejectedRequests.flush();
    expect(await rejectedRequests.list(system.company.id)).toHaveLength(200);
    expect(await rejectedRequests.list(system.otherCompany.id)).toEqual([]);
    expect((await rejectedRequests.get(system.company.id, 'request-449'))?.target).toContain('hash=abcdef');
    expect(await rejectedRequests.get(system.otherCompany.id, 'request-449')).toBeUndefined();
    const stored = await gateway.redis.zrange(`{c:${system.company.id}}:refused`, '0', '-1');
    expect(stored.join()).not.toMatch(/Dupont|users/);
    const { text } = await (await signedIn()).get('/settings/consumption/refused');
    expect(text).toContain('request-449');
    expect(text).toContain('term=…');
    expect(text).not.toMatch(/Dupont|abcdef/);
    await rejectedRequests.removeAll(system.company.id);
    expect(await rejectedRequests.list(system.company.id)).toEqual([]);
  });

  test('counts the requests that other limits would have rejected', async () => {
    const { text } = await (await signedIn()).get('/settings/limits?standard=30&intensive=0&locale=en');
    expect(text).toMatch(
      // 40 requests of a minute in MongoDB and 1,000 of a minute in Redis.
      /Standard requests that would have been rejected: 980, in 2 minutes\./,
    );
    expect(text).toMatch(/Intensive requests that would have been rejected: 0, in 0 minutes\./);
  });

  test('divides accepted requests by the class of their status', async () => {
    const minute = minuteOf(now - 5, 10);
    const statuses = { s200: 4, s201: 1, s304: 2, s404: 2, s503: 1 };
    for (const [name, count] of Object.entries(statuses))
      minute.counters.push({ source: keySource(keyId + 2), endpoint: 'cv.status', name, count });
    minute.counters[0] = { source: keySource(keyId + 2), endpoint: 'cv.status', name: 'accepted_standard', count: 10 };
    await put(minute);
    const { text } = await (await signedIn()).get(`/settings/consumption?locale=en&key=${keySource(keyId + 2)}`);
    const summary = [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([\d,]+)<\/dd>/g)].map(([, name, count]) => [name, count]);
    expect(summary).toEqual([
      ['Requests', '10'],
      ['Accepted', '10'],
      ['Successful (2xx)', '5'],
      ['Redirected or not modified (3xx)', '2'],
      ['Client errors (4xx)', '2'],
      ['Server errors (5xx)', '1'],
      ['Rate limited', '0'],
      ['Rejected', '0'],
    ]);
    const file = await (await signedIn()).get(`/settings/consumption.csv?key=${keySource(keyId + 2)}`);
    const [head, line] = file.text.trim().split('\r\n');
    expect([head, line].map((row) => row?.split(',').slice(-4).join())).toEqual([
      'status_2xx,status_3xx,status_4xx,status_5xx',
      '5,2,2,1',
    ]);
  });

  test('distinguishes keys with the same name by the end of the key', async () => {
    const twins = [keyId + 3, keyId + 4];
    await gateway.connection
      .collection<{ _id: number }>('keys')
      .insertMany(
        twins.map((_id) => ({ _id, companyId: system.company.id, key: `vt_live_${_id}`, name: 'Twin' })) as never[],
      );
    await put({
      ...minuteOf(now - 6, 1),
      counters: twins.map((id) => ({ source: keySource(id), endpoint: 'cv.twin', name: 'accepted_free', count: 1 })),
    });
    const { text } = await (await signedIn()).get('/settings/consumption?locale=en&call=cv.twin');
    for (const id of twins) expect(text).toContain(`Twin …${String(id).slice(-4)}`);
  });

  test('names the time zone', async () => {
    const visitor = await signedIn();
    for (const path of ['', '/calls', '/refused'])
      expect((await visitor.get(`/settings/consumption${path}?locale=en`)).text).toContain(
        `Times are in ${system.company.timeZone}.`,
      );
  });
});

test.each([
  ['consumption_spans', '/settings/consumption'],
  ['consumption_spans', '/settings/consumption/live'],
  ['consumption_spans', '/settings/consumption/calls?sort=p50'],
  ['consumption_spans', '/settings/consumption.csv'],
  ['consumption_spans', '/settings/limits?standard=1'],
  ['keys', '/settings/consumption?search=Newly'],
])('ends the queries of %s for %s on the server when the client disconnects', async (collection, path) => {
  const { running, restore } = slowFinds(gateway.connection, collection, `"companyId":${system.company.id}`);
  const stop = new AbortController();
  const headers = { Cookie: cookieOf(await signedIn()) };
  const response = fetch(gateway.url + path, { headers, signal: stop.signal });
  const ended = response.then((opened) => opened.text()).catch(() => undefined);
  try {
    await until('a query is running', async () => (await running()) > 0);
    stop.abort();
    expect(await ended).toBeUndefined();
    await until('the queries have ended', async () => (await running()) === 0);
  } finally {
    stop.abort();
    restore();
  }
});
