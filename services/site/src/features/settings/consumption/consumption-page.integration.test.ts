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
const put = (minute: ConsumedMinute) => gateway.consumption.store.put(minute, system.company.timeZone);
const attemptsOn = (html: string) => html.match(/<dl class="figure-list"><div><dt>[^<]*<\/dt><dd>([^<]*)/)?.[1];

/** What a stream of events has sent so far. */
async function listen(visitor: WebVisitor, path = '/settings/consumption/live') {
  const cookie = Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const stop = new AbortController();
  const answer = await fetch(gateway.url + path, { headers: { Cookie: cookie }, signal: stop.signal });
  const heard = { status: answer.status, text: '', ended: false, stop: () => stop.abort() };
  const read = async () => {
    for await (const chunk of answer.body ?? []) heard.text += Buffer.from(chunk).toString('utf8');
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      heard.ended = true;
    });
  return heard;
}

test('a company that never called is shown a first call, with a link to how it is signed', async () => {
  const { status, text } = await (await signedIn()).get('/settings/consumption?locale=en');
  expect(status).toBe(200);
  expect(text).toContain('Send your first request');
  expect(text).toContain('/api/v1/rate-limit');
});

test('who is not signed in is asked to, and comes back to the same choice', async () => {
  const visitor = visitSettings(gateway);
  for (const path of ['/settings/consumption?view=day', '/settings/consumption.csv', '/settings/consumption/live']) {
    const { status, location } = await visitor.get(path);
    expect(status).toBe(303);
    expect(location).toMatch(/^\/settings\/sign-in/);
  }
});

describe('with calls', () => {
  beforeAll(async () => {
    await put(minuteOf(now - 2, 40));
    await put(minuteOf(now - 2, 40)); // as a gateway that was killed does again
    await put({ ...minuteOf(now - 1, 3, 'invalid_signature') });
  });

  test('the page counts what MongoDB and Redis hold, in every period, in the reader’s language', async () => {
    const visitor = await signedIn();
    for (const view of ['hour', 'month', 'year'])
      expect(attemptsOn((await visitor.get(`/settings/consumption?view=${view}`)).text)).toBe('43');
    const { text } = await visitor.get('/settings/consumption?locale=de');
    expect(text).toContain('Ungültige Signatur (403/401)');
    await visitor.get('/settings/consumption?locale=en');
  });

  test('a filter narrows it; one that makes no sense, or a key of another company, shows nothing of others', async () => {
    const visitor = await signedIn();
    const attempts = async (query: string) => attemptsOn((await visitor.get(`/settings/consumption?${query}`)).text);
    expect(await attempts(`key=${keySource(keyId)}&call=cv.read`)).toBe('43');
    expect(await attempts('key=k1')).toBeUndefined();
    expect(await attempts('call=cv.other')).toBeUndefined();
    expect(await attempts('view=nonsense&at=2026-99-99&page=-4&key=%27%7C%7C1&outcome=x')).toBe('43');
    expect(await attempts('view=month&at=2024-02')).toBeUndefined();
  });

  test('a name with markup and a formula is text on the page and in the file', async () => {
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

  test('a key of another company is in no file, no table and on no open page', async () => {
    const foreign = keySource(keyId + 9);
    const { otherCompany } = system;
    const counters = [{ source: foreign, endpoint: 'cv.read', name: 'accepted_standard', count: 7_777 }];
    const minute = { companyId: otherCompany.id, minute: now - 2, generation: 'other', counters };
    await gateway.consumption.store.put(minute, otherCompany.timeZone);
    const visitor = await signedIn();
    const shown = async (path: string) => (await visitor.get(`/settings/consumption${path}key=${foreign}`)).text;
    for (const path of ['?', '/calls?', '.csv?', '.csv?view=month&']) expect(await shown(path)).not.toMatch(/7.?777/);
    const stream = await listen(visitor, `/settings/consumption/live?key=${foreign}`);
    await until('the first figures', () => stream.text.includes('event: figures'));
    expect(stream.text).not.toMatch(/7.?777/);
    stream.stop();
  });

  test('the file holds what the page’s search finds', async () => {
    const visitor = await signedIn();
    const linesOf = async (search: string) =>
      (await visitor.get(`/settings/consumption.csv?search=${search}`)).text.trim().split('\r\n').length;
    expect(await linesOf('HYPERLINK')).toBe(3);
    expect(await linesOf('nobody')).toBe(1);
  });

  test('most of the quota is said to be used by those who use it in the running minute', async () => {
    const visitor = await signedIn();
    const { id: companyId } = system.company;
    // Over the turn of a minute the one before is the last hour's: tried again, it is whole.
    await until('the running minute', async () => {
      const [seconds] = await gateway.redis.time();
      const running = Math.floor(Number(seconds) / 60);
      const cell = (key: number) => `k${key} cv.read accepted_standard`;
      const calls = { generation: 'g', [cell(keyId + 1)]: '9', [cell(keyId)]: '2' };
      await gateway.redis.hset(minuteKey(companyId, running), calls);
      const { text } = await visitor.get('/settings/consumption?locale=en');
      await gateway.redis.del(minuteKey(companyId, running));
      return /Top consumers: Newly busy and =HYPERLINK/.test(text);
    });
    expect((await visitor.get('/settings/consumption?locale=en')).text).not.toContain('Top consumers:');
  });

  test('runs our script file only, which may listen to us only', async () => {
    const { headers, text } = await (await signedIn()).get('/settings/consumption');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/\son\w+=|\sstyle=/);
    const script = text.match(/<script src="([^"]+)"/)?.[1] as string;
    const answer = await fetch(gateway.url + script);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect((await answer.text()).length).toBeLessThan(10_000);
  });

  test('a call shows on an open page, which ends with the session', async () => {
    const visitor = await signedIn();
    const stream = await listen(visitor);
    await until('the first figures', () => stream.text.includes('event: figures'));
    const log = `{c:${system.company.id}}:use`;
    await gateway.redis.hset(
      `${log}:${now}`,
      'generation',
      'live',
      `${keySource(keyId)} cv.read accepted_standard`,
      '1000',
    );
    await gateway.redis.sadd(log, String(now));
    await until('the call', () => /1,?043|1.043/.test(stream.text));
    const page = await visitor.get('/settings/limits');
    await visitor.submit(page, '/settings/sign-out');
    await until('the end', () => stream.ended);
    expect(stream.text).toContain('event: ended');
  });

  test('a session has six open pages at most', async () => {
    const visitor = await signedIn();
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(visitor)));
    expect(streams.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), 204, 204]);
    for (const { stop } of streams) stop();
  });

  test('refused calls are listed without what signs them and whom they speak of', async () => {
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

  test('the simulator says what other limits would have refused', async () => {
    const { text } = await (await signedIn()).get('/settings/limits?standard=30&intensive=0&locale=en');
    expect(text).toMatch(
      // 40 calls in a minute that was moved, 1,000 in one that is in Redis still.
      /Standard requests that would have been rejected: 980, in 2 minutes\./,
    );
    expect(text).toMatch(/Intensive requests that would have been rejected: 0, in 0 minutes\./);
  });
});
