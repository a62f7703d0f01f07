import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis } from '@vitae/kit/redis';
import { createConsumptionTotals } from './consumption-totals.ts';
import type { RunFile } from './system.ts';

export type Outcomes = Record<string, number>;

/** Returns the counts of a company by outcome from the consumption log, summed over all keys and endpoints. */
export async function consumedOutcomes({ mongodbUri, redisUrl }: RunFile, companyId: number): Promise<Outcomes> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const mongo = await connectMongo({ uri: mongodbUri, database: 'vitae_gateway', log });
  const redis = await connectRedis({ url: redisUrl, name: 'test', log });
  try {
    const store = createConsumptionStore(mongo.connection, DEFAULT_RETENTION);
    const totals = createConsumptionTotals(createMinuteBuffer(redis.redis), store);
    const outcomes: Outcomes = {};
    for (const { counts } of await totals.of(companyId)) {
      for (const [name, count] of Object.entries(counts)) {
        const outcome = name.replace(/^(accepted|limited)_.*/, '$1');
        outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      }
    }
    return outcomes;
  } finally {
    await redis.close();
    await mongo.close();
  }
}
