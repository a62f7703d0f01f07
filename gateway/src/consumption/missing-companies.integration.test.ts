import { minuteKey, minutesKey, missingKey } from '@vitae/accounts/quota/redis-keys';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import {
  type FlusherFixture,
  type FlusherParts,
  HOUR,
  listKeys,
  openFlusherFixture,
} from '@vitae/test/support/gateway/flusher-fixture';

const DAY_SECONDS = 24 * 3_600;
const silent = createLogger({ name: 'test', level: 'silent' });

let fixture: FlusherFixture;
let companyId: number;
/** A company that MongoDB does not contain. */
let missing: number;

beforeAll(async () => {
  fixture = await openFlusherFixture(process.env);
});
beforeEach(async () => {
  companyId = await fixture.reset();
  missing = companyId + 1;
});
afterAll(() => fixture.close());

/** A flusher, its warnings about the missing company, and its metric. */
function observedFlusher(parts: FlusherParts = {}) {
  const warnings: { message: string; fields: Record<string, unknown> }[] = [];
  const warn = (fields: Record<string, unknown>, message: string) => warnings.push({ message, fields });
  const metrics = createMetrics('test');
  const log = { ...silent, warn } as unknown as typeof silent;
  const { flush } = fixture.createFlusher({ metrics, log, ...parts });
  const discarded = async () => {
    const [, count] = /^vitae_consumption_discarded_minutes_total{.*} (\d+)$/m.exec(await metrics.render()) ?? [];
    return Number(count);
  };
  return { warnings, flush, discarded };
}

/** Records that the company has been missing for a time. */
async function missSince(seconds: number): Promise<void> {
  const now = Number((await fixture.redis.time())[0]);
  await fixture.redis.set(missingKey(missing), now - seconds);
}

const claimableFrom = async (member: string) => Number(await fixture.redis.zscore(listKeys.claimable, member));

describe('consumption of a company that MongoDB does not contain', () => {
  test('is kept and retried at most every ten minutes, with one warning for each company', async () => {
    for (let minute = 0; minute < 3; minute += 1) {
      await fixture.count(1, missing);
      await fixture.endMinutes(1 + minute);
    }
    const { warnings, flush, discarded } = observedFlusher();
    await flush();
    const now = Number((await fixture.redis.time())[0]);
    const members = await fixture.claimable();
    expect(members).toHaveLength(3);
    for (const member of members) {
      expect((await claimableFrom(member)) % 600).toBe(0);
      expect(await claimableFrom(member)).toBeGreaterThan(now);
      expect(await claimableFrom(member)).toBeLessThanOrEqual(now + 660);
    }
    await flush();
    expect(warnings).toEqual([
      { message: expect.stringMatching(/^Could not flush .* missing/), fields: { companyId: missing, minutes: 3 } },
    ]);
    expect([await fixture.requestsOf(missing), await fixture.listed(), await discarded()]).toEqual([3, members, 0]);
  });

  test('does not delay other companies, not even in the same group', async () => {
    await fixture.count(1, missing);
    await fixture.count();
    await fixture.endMinutes();
    let transactions = 0;
    const flush: NonNullable<FlusherParts['store']>['flush'] = async (minutes) => {
      transactions += 1;
      await fixture.store.flush(minutes);
    };
    await fixture.createFlusher({ store: { flush } }).flush();
    expect([transactions, await fixture.storedRequests(), await fixture.storedRequests(missing)]).toEqual([1, 1, 0]);
  });

  test('is stored completely when the company appears within a day', async () => {
    await fixture.count(2, missing);
    await fixture.endMinutes(23 * HOUR);
    await missSince(DAY_SECONDS + 600);
    await fixture.createFlusher().flush();
    await fixture.createMany([missing]);
    await fixture.endLeases();
    await fixture.createFlusher().flush();
    expect([await fixture.storedRequests(missing), await fixture.listed()]).toEqual([2, []]);
    expect(await fixture.buffer.minutes(missing)).toEqual([]);
  });

  test('is kept after an outage of more than a day, until the company has been missing for a day', async () => {
    await fixture.count(1, missing);
    await fixture.endMinutes(30 * HOUR);
    const { flush, discarded } = observedFlusher();
    await flush();
    await missSince(DAY_SECONDS - 60);
    await fixture.endLeases();
    await flush();
    expect([await fixture.requestsOf(missing), await discarded()]).toEqual([1, 0]);
    await missSince(DAY_SECONDS);
    await fixture.endLeases();
    await flush();
    expect([await fixture.requestsOf(missing), await discarded()]).toEqual([0, 1]);
  });

  test('is discarded after a day, logged with its counts, and counted', async () => {
    await fixture.count(3, missing);
    await fixture.endMinutes(25 * HOUR);
    await fixture.count();
    await fixture.endMinutes();
    await missSince(DAY_SECONDS);
    const [{ minute = 0, counters = [] } = {}] = await fixture.buffer.all(missing);
    const { warnings, flush, discarded } = observedFlusher();
    await flush();
    expect([await fixture.listed(), await fixture.claimable(), await fixture.buffer.minutes(missing)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(counters).toEqual([expect.objectContaining({ count: 3 })]);
    expect(warnings).toEqual([
      { message: expect.stringMatching(/^Discarded /), fields: { companyId: missing, minute, counters } },
    ]);
    expect([await discarded(), await fixture.storedRequests(), await fixture.storedRequests(missing)]).toEqual([
      1, 1, 0,
    ]);
  });

  test('is discarded even if a failover lost its entry in the list', async () => {
    const unlisted = Math.floor(Date.now() / 60_000) - 30 * HOUR;
    await fixture.redis.hset(minuteKey(missing, unlisted), { generation: 'g', 'k1 cv.read invalid_signature': 1 });
    await fixture.redis.sadd(minutesKey(missing), unlisted);
    await fixture.count(1, missing);
    await fixture.endMinutes(25 * HOUR);
    await missSince(DAY_SECONDS);
    const { flush, discarded } = observedFlusher();
    await flush();
    expect([await fixture.buffer.minutes(missing), await fixture.listed(), await discarded()]).toEqual([[], [], 2]);
  });

  test('does not prevent other companies from being flushed if its Redis node fails', async () => {
    await fixture.count(1, missing);
    await fixture.endMinutes(25 * HOUR);
    await fixture.count();
    await fixture.endMinutes();
    await missSince(DAY_SECONDS);
    const failing = async (id: number, minute: number) =>
      id === missing ? Promise.reject(new Error('Connection is closed.')) : fixture.buffer.one(id, minute);
    const { flush, discarded } = observedFlusher({ buffer: { ...fixture.buffer, one: failing } });
    await flush();
    expect([await fixture.storedRequests(), await fixture.requestsOf(missing), await discarded()]).toEqual([1, 1, 0]);
  });

  test('is not postponed by a gateway that was paused until another one has leased it', async () => {
    await fixture.count(1, missing);
    await fixture.endMinutes();
    const [member = ''] = await fixture.listed();
    const { leaseEnd, minutes } = await fixture.list.claim(1);
    await fixture.redis.zadd(listKeys.claimable, leaseEnd + 30, member); // the lease of another gateway
    await fixture.list.postpone(leaseEnd, minutes, leaseEnd + 600);
    expect(await claimableFrom(member)).toBe(leaseEnd + 30);
  });

  test('starts another day when the company is missing again later', async () => {
    await fixture.count(1, missing);
    await fixture.endMinutes();
    await missSince(3_600);
    await fixture.createFlusher().flush();
    const now = Number((await fixture.redis.time())[0]);
    const since = Number(await fixture.redis.get(missingKey(missing)));
    expect(now - since).toBeGreaterThanOrEqual(3_600);
    expect(now - since).toBeLessThan(3_660);
    expect(await fixture.redis.ttl(missingKey(missing))).toBeGreaterThan(1_200);
    expect(await fixture.redis.ttl(missingKey(missing))).toBeLessThanOrEqual(1_800);
  });
});
