import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { removeBufferedMinutes } from '@vitae/test/support/gateway/consumption-fixtures';
import {
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import type { WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const KEYS = 10_000;

let system: SettingsFixture;
let gateway: SettingsGateway;
let visitor: WebVisitor;
let firstId: number;

/** Key number n has n accepted requests in this minute. Every hundredth key also has a rejected request. */
beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  const companyId = system.company.id;
  firstId = companyId * 100;
  const numbers = Array.from({ length: KEYS }, (_none, index) => index + 1);
  await gateway.connection.collection<{ _id: number }>('keys').insertMany(
    numbers.map((number) => ({
      _id: firstId + number,
      companyId,
      kind: 'hmac',
      key: `vt_live_${firstId + number}`,
      name: `Program ${number} of many`,
      createdAt: new Date(),
      lifetime: 'unlimited',
    })) as never[],
  );
  const [seconds] = await gateway.redis.time();
  const minute = Math.floor(Number(seconds) / 60);
  const fields = numbers.flatMap((number) => [
    [`k${firstId + number} cv.read accepted_standard`, String(number)],
    ...(number % 100 === 0 ? [[`k${firstId + number} cv.read nonce_used`, '1']] : []),
  ]);
  await gateway.redis.hset(minuteKey(companyId, minute), { generation: 'g', ...Object.fromEntries(fields) });
  await gateway.redis.sadd(minutesKey(companyId), String(minute));
  const owner = await system.createAdministrator(gateway, 'owner');
  visitor = await signedInAt(gateway, owner);
}, 120_000);
afterAll(async () => {
  await removeBufferedMinutes(gateway.redis, system.company.id);
  await system.close();
});

async function programsOn(path: string): Promise<number[]> {
  const { status, text } = await visitor.get(`/settings/consumption${path}`);
  expect(status).toBe(200);
  return Array.from(text.matchAll(/>Program (\d+) of many …\d{4}<\/a>/g), ([, number]) => Number(number));
}

const downFrom = (highest: number) => Array.from({ length: 25 }, (_none, index) => highest - index);

test.each(['hour', 'month'])('lists ten thousand keys of the last %s by traffic, in pages', async (view) => {
  for (const path of ['', '/calls']) {
    expect(await programsOn(`${path}?view=${view}`)).toEqual(downFrom(KEYS));
    expect(await programsOn(`${path}?view=${view}&page=7`)).toEqual(downFrom(KEYS - 150));
    expect(await programsOn(`${path}?view=${view}&page=400`)).toEqual(downFrom(25));
  }
});

test('filters the keys by name and by reason of rejection', async () => {
  expect(await programsOn('?search=Program+4711+of')).toEqual([4711]);
  expect(await programsOn('/calls?search=Program+4711+of')).toEqual([4711]);
  // A text that is longer than any name is not shortened.
  expect(await programsOn(`?search=${'Program'.padEnd(101, '+')}x`)).toEqual([]);
  const rejected = await programsOn('?outcome=nonce_used');
  expect(rejected).toHaveLength(25);
  expect(rejected.filter((number) => number % 100 !== 0)).toEqual([]);
  expect(await programsOn('/calls?sort=refused')).toHaveLength(25);
});

test('shows the list of keys in pages and searches it by name', async () => {
  const { status, text } = await visitor.get('/settings/keys');
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(500_000);
  expect(Array.from(text.matchAll(/>Program \d+ of many<\/a>/g))).toHaveLength(50);
  const filtered = await visitor.get('/settings/keys?text=Program+4711+of');
  expect(filtered.text).toContain('Program 4711 of many');
  expect(filtered.text).not.toContain('Program 4712 of many');
  const unshortened = await visitor.get(`/settings/keys?text=Program${'+'.repeat(100)}x`);
  expect(unshortened.text).not.toContain('of many</a>');
});
