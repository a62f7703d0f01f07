import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { VitaeError } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import { type Connection, Schema } from 'mongoose';

/**
 * Redis remembers which signed URLs were used. When it has lost that (FLUSHALL, an empty disk), a used URL
 * must not be good again. So each company has a barrier in Redis: a moment, and calls stamped before it are
 * refused. Its absence tells that the memory was lost; then it is made anew, at now plus the company's lead.
 *
 * The lead is how far ahead of Redis' clock this company's calls have ever been stamped: a used URL
 * may bear a moment that is still to come. It is in MongoDB before the first such call is let in, in
 * coarse steps, so that it is written a few times in a company's life. With clocks that are right it
 * is 0 or 1, and a company whose memory was lost is answered again after that second.
 */
export type ReplayBarrier = {
  /** Makes what is missing: the barrier, or room for a stamp that is `ahead` seconds ahead. */
  settle(companyId: number, ahead: number): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeSettle(keys: number, key: string, lead: number): Result<number, Context>;
  }
}

/** Seconds. */
const LEADS = [0, 1, 5, 30, 120, 300] as const;

/**
 * "moment lead". Of a company of which no URL was ever used the moment is `NEW` until MongoDB knows that it has
 * begun; then any gateway may open it, so that calls of its first burst wait for none but the first settling.
 */
const NEW = 'new';

const SETTLE_SCRIPT = `
local found = redis.call('GET', KEYS[1])
local lead = tonumber(ARGV[1])
local moment = redis.call('TIME')[1] + lead
if found then
  local space = string.find(found, ' ')
  moment = tonumber(string.sub(found, 1, space - 1)) or 0
  lead = math.max(lead, tonumber(string.sub(found, space + 1)))
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', moment, lead))
return lead
`;

/**
 * For the scripts that remember nonces. `pass(stamp, now)` answers nothing when a call so stamped may
 * use its nonce, 'unsettled' when `settle` has to come first, and 'early' when it was stamped before the barrier.
 */
export const barrierFunction = (key: string) => `
local barrier = redis.call('GET', ${key})
local moment, lead = nil, 0
if barrier then
  local space = string.find(barrier, ' ')
  moment, lead = tonumber(string.sub(barrier, 1, space - 1)), tonumber(string.sub(barrier, space + 1))
end
local function pass(stamp, now)
  if not moment or stamp - now > lead then return 'unsettled' end
  if stamp <= moment then return 'early' end
end
`;

/** `begun` is written after the barrier is `NEW` and before it is open, so before any nonce of any gateway. */
type LeadDocument = { _id: number; seconds: number; begun?: boolean };

export function createReplayBarrier(connection: Connection, redis: Redis): ReplayBarrier {
  const model = connection.model<LeadDocument>('ClockLead', leadSchema());
  redis.defineCommand('vitaeSettle', { lua: SETTLE_SCRIPT });
  const settle = async (companyId: number, step: number): Promise<void> => {
    const key = barrierKey(companyId);
    const room = { $max: { seconds: step } };
    const known = await model
      .findOneAndUpdate({ _id: companyId }, room, { upsert: true, returnDocument: 'after' })
      .lean();
    if (!known?.begun) {
      await redis.set(key, `${NEW} 0`, 'NX');
      await model.updateOne({ _id: companyId }, { $set: { begun: true } });
    }
    await redis.vitaeSettle(1, key, Math.max(step, known?.seconds ?? 0));
  };
  /** All calls of a company find its memory lost at once: one of them settles for all. */
  const underWay = new Map<string, Promise<void>>();
  return {
    settle: (companyId, ahead) => {
      const step = LEADS.find((seconds) => seconds >= ahead) ?? ahead; // a gateway's clock is far off Redis'
      const key = `${companyId} ${step}`;
      const settling = underWay.get(key) ?? settle(companyId, step).finally(() => underWay.delete(key));
      underWay.set(key, settling);
      return settling;
    },
  };
}

export function replayMemoryLost(): VitaeError {
  const message = 'Which signed calls were used is being remembered anew. Sign the call again in a moment.';
  return new VitaeError('UNAVAILABLE', 'dependency_unavailable', message, { retryAfter: 1 });
}

function leadSchema(): Schema<LeadDocument> {
  return new Schema<LeadDocument>(
    { _id: Number, seconds: Number, begun: Boolean },
    { collection: 'clockLeads', versionKey: false },
  );
}
