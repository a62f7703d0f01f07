import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { randomUUID } from 'node:crypto';
import { createAdmissionControl } from '@vitae/gateway/quota/admission';
import { ADMIT_COMMAND } from '@vitae/gateway/quota/admission-batches';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { openDatabaseFixture } from '../support/kit/database-fixture.ts';
import type { RunFile } from '../support/system.ts';
import { compare, type Row } from './compare.ts';

const CALLS = 10_000;
const AT_ONCE = 50;
const GOAL = 1.5;
const LIMIT = 1_000_000_000;
const NONCE_SECONDS = 660;

/** Nonce and quota of calls that arrive fifty at once: our one script beside rate-limiter-flexible and SET NX. */
export async function benchAdmission({ mongodbUri, redisUrl }: RunFile): Promise<Row[]> {
  const database = await openDatabaseFixture(mongodbUri);
  const log = createLogger({ name: 'bench', level: 'silent' });
  const redis = await connectRedis({
    url: redisUrl,
    name: 'bench-admission',
    log,
    unpipelinedCommands: [ADMIT_COMMAND],
  });
  try {
    const admission = createAdmissionControl(redis.redis, createReplayBarrier(createClockLeadStore(database.connection), redis.redis));
    const limiter = new RateLimiterRedis({ storeClient: redis.redis, keyPrefix: 'bench', points: LIMIT, duration: 60 });
    const limits = { standard: LIMIT, intensive: LIMIT };
    const call = { companyId: 900_000_001, keyId: 1, endpoint: 'cv.read', version: 1 };
    const admit = async () => {
      const timestamp = Math.floor(Date.now() / 1000);
      const { outcome } = await admission.admit(call, { nonce: randomUUID(), timestamp }, 'standard', limits);
      if (outcome !== 'accepted') throw new Error(`A call was ${outcome}`);
    };
    const consume = async () => {
      const fresh = await redis.redis.set(`bench:nonce:${randomUUID()}`, '1', 'EX', NONCE_SECONDS, 'NX');
      if (fresh !== 'OK') throw new Error('A nonce was used');
      await limiter.consume('company');
    };
    const row = await compare({
      title: `Nonce and quota, ${AT_ONCE} at once`,
      ours: { name: 'admission script, which counts too', measure: () => perSecond(admit) },
      peer: { name: 'SET NX, then rate-limiter-flexible', measure: () => perSecond(consume) },
      goal: GOAL,
      whyMissed: 'Both are bound by Redis; ours also keeps versions, the consumption log and the replay barrier.',
    });
    return [row];
  } finally {
    await redis.close();
    await database.drop();
  }
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  let left = CALLS;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return CALLS / ((performance.now() - started) / 1_000);
}
