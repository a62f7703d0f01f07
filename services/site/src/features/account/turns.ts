import { VitaeError } from '@vitae/kit/errors';

/** Runs `work` after the earlier work with the same id. */
export type InTurn = <T>(id: number, work: () => Promise<T>) => Promise<T>;

/** @throws {VitaeError} RESOURCE_EXHAUSTED rate_limited if more than `maxWaiting` with the same id wait */
export function createTurns(maxWaiting: number): InTurn {
  const byId = new Map<number, { last: Promise<unknown>; unfinished: number }>();
  return async (id, work) => {
    const turns = byId.get(id) ?? { last: Promise.resolve(), unfinished: 0 };
    if (turns.unfinished > maxWaiting)
      throw new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', 'Too many requests are waiting.', { retryAfter: 1 });
    byId.set(id, turns);
    const turn = turns.last.then(work);
    turns.last = turn.catch(() => undefined);
    turns.unfinished += 1;
    try {
      return await turn;
    } finally {
      turns.unfinished -= 1;
      if (turns.unfinished === 0) byId.delete(id);
    }
  };
}
