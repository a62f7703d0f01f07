import { randomUUID } from 'node:crypto';
import { ADMIT_COMMAND } from '@vitae/gateway/quota/admission-batches';
import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { createCompanyQuota } from '@vitae/gateway/quota/company-quota';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { RunFile } from '../support/system.ts';
import { compare, type Row } from './compare.ts';

const REQUESTS = 10_000;
const CONCURRENCY = 50;
const GOAL = 1.5;
const LIMIT = 1_000_000_000;
const NONCE_SECONDS = 660;
const SIGNED = { signature: 'c4e1a9f7', allowsReuse: false };

/** Compares the admission script with SET NX and rate-limiter-flexible, for nonce and quota of concurrent requests. */
export async function benchAdmission({ mongodbUri }: RunFile): Promise<Row[]> {
  const database = await openDatabaseFixture(mongodbUri);
  // Gateways could never write the consumption of a company that does not exist.
  const server = await startRedisServer();
  const log = createLogger({ name: 'bench', level: 'silent' });
  const redis = await connectRedis({
    url: server.url,
    name: 'bench-admission',
    log,
    unpipelinedCommands: [ADMIT_COMMAND],
  });
  try {
    const quota = createCompanyQuota(
      redis.redis,
      createReplayBarrier(createClockLeadStore(database.connection), redis.redis),
    );
    const limiter = new RateLimiterRedis({ storeClient: redis.redis, keyPrefix: 'bench', points: LIMIT, duration: 60 });
    const limits = { standard: LIMIT, intensive: LIMIT };
    const request = { companyId: 900_000_001, keyId: 1, endpoint: 'cv.read', version: 1 };
    const admit = async () => {
      const timestamp = Math.floor(Date.now() / 1000);
      const { outcome } = await quota.admit(request, { nonce: randomUUID(), timestamp, ...SIGNED }, 'standard', limits);
      if (outcome !== 'accepted') throw new Error(`A request was ${outcome}`);
    };
    const consume = async () => {
      const isSet = await redis.redis.set(`bench:nonce:${randomUUID()}`, '1', 'EX', NONCE_SECONDS, 'NX');
      if (isSet !== 'OK') throw new Error('A nonce was used');
      await limiter.consume('company');
    };
    const row = await compare({
      title: `Nonce and quota, ${CONCURRENCY} concurrent`,
      ours: { name: 'admission script with counters', measure: () => perSecond(admit) },
      peer: { name: 'SET NX, then rate-limiter-flexible', measure: () => perSecond(consume) },
      goal: GOAL,
      whyMissed: 'Redis limits both. Ours also maintains versions, the consumption log and the replay barrier.',
    });
    return [row];
  } finally {
    await redis.close();
    await server.close();
    await database.drop();
  }
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  let left = REQUESTS;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return REQUESTS / ((performance.now() - started) / 1_000);
}
