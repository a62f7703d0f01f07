import { type ExportPriority, exportPriority, exportQueue, queuePrefix } from '@vitae/proto/export-job';
import { type Check, combined, type Outcome, ok, problem } from './check.ts';

/** How long a job of each priority may wait for a worker, in seconds. */
const MAX_AGE_S: Record<ExportPriority, number> = { waiting: 60, visitor: 300, background: 900, batch: 7_200 };
/** BullMQ sorts jobs by their priority times this number, plus a counter. */
const PRIORITY_FACTOR = 2 ** 32;

const key = (part: string) => `${queuePrefix}:${exportQueue}:${part}`;

export const queueCheck: Check = {
  name: 'Export queue',
  run: async ({ queueRedis }) => {
    const redis = await queueRedis();
    const ageOf = async (job: string | null | undefined) => {
      const addedAt = job ? Number(await redis.hget(key(job), 'timestamp')) : 0;
      return addedAt > 0 ? (Date.now() - addedAt) / 1_000 : 0;
    };
    const judge = async (name: ExportPriority, job: string | null | undefined): Promise<Outcome> => {
      const age = await ageOf(job);
      return age > MAX_AGE_S[name] ? tooOld(name, age) : ok('');
    };
    const outcomes = (Object.keys(exportPriority) as ExportPriority[]).map(async (name) => {
      const first = exportPriority[name] * PRIORITY_FACTOR;
      const last = `(${first + PRIORITY_FACTOR}`;
      const [job] = await redis.zrange(key('prioritized'), first, last, 'BYSCORE', 'LIMIT', 0, 1);
      return judge(name, job);
    });
    // Jobs without a priority. The last one in the list is the oldest.
    outcomes.push(redis.lindex(key('wait'), -1).then((job) => judge('waiting', job)));
    const worst = combined(await Promise.all(outcomes));
    const waiting = (await redis.zcard(key('prioritized'))) + (await redis.llen(key('wait')));
    return worst.status === 'ok' ? ok(`Waiting exports: ${waiting}.`) : worst;
  },
};

const tooOld = (name: ExportPriority, age: number) =>
  problem(
    `An export with the priority ${name} has waited for ${Math.round(age)} s.`,
    'Check that export workers run (/readyz and their log), or start more of them.',
  );
