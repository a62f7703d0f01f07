import { unavailable } from './errors.ts';
import type { OutageGuard } from './outage-guard.ts';

/** Calls of a company that may wait for a slot, in multiples of its slots. More would fill the gateways with waiting requests. */
const WAITING_FACTOR = 8;

/** The calls of one company. Each waiting call is a function that starts it. */
type Usage = { running: number; waiting: Set<() => void> };
type SlotRequest = { caller: { companyId: number }; readonly signal: AbortSignal };

export type CompanySlots = {
  /**
   * Runs `work` in a slot of the company, after earlier calls of the company if all slots are in use. The slot is free
   * again when the work has ended, or has called its argument: cancelled work may still occupy a connection to the
   * database. A call without a company runs immediately.
   * @throws {VitaeError} UNAVAILABLE overloaded if too many calls of the company wait already
   */
  run<T>(request: SlotRequest, work: (releaseSlot: () => void) => Promise<T>): Promise<T>;
};

type SlotLimits = {
  maxConcurrent: number;
  /** The connections to the database that all companies share, by default unlimited. */
  connections?: number;
};

/**
 * Limits the concurrent calls of each company, so that slow queries of some companies leave connections for the others:
 * a company may use at most half of the connections that the others do not use, but always one.
 */
export function createCompanySlots(
  { maxConcurrent, connections = Number.POSITIVE_INFINITY }: SlotLimits,
  guard: OutageGuard['guard'],
): CompanySlots {
  const companies = new Map<number, Usage>();
  /** Companies with waiting calls, in the order in which they may start further calls. */
  const queue = new Set<Usage>();
  let total = 0;

  const canStart = ({ running }: Usage): boolean => {
    const share = Math.floor((connections - (total - running)) / 2);
    return running < Math.max(1, Math.min(maxConcurrent, share));
  };
  const occupy = (usage: Usage): void => {
    usage.running += 1;
    total += 1;
  };
  const startWaiting = (usage: Usage): void => {
    queue.delete(usage);
    for (const start of usage.waiting) {
      if (!canStart(usage)) break;
      usage.waiting.delete(start);
      occupy(usage);
      start();
    }
    if (usage.waiting.size > 0) queue.add(usage);
  };
  const release = (companyId: number, usage: Usage): void => {
    usage.running -= 1;
    total -= 1;
    startWaiting(usage);
    // Each company may use some of the connections that another one releases.
    for (const other of [...queue]) startWaiting(other);
    if (usage.running === 0) companies.delete(companyId);
  };

  /** Resolves when a slot was occupied for the call. */
  const waitForSlot = async ({ caller: { companyId }, signal }: SlotRequest, usage: Usage): Promise<void> => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = () => reject(signal.reason);
    usage.waiting.add(resolve);
    queue.add(usage);
    signal.addEventListener('abort', cancel);
    try {
      await guard(promise);
    } catch (error) {
      // It is not in the set if it received a slot just before the failure.
      if (!usage.waiting.delete(resolve)) release(companyId, usage);
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

  const runInSlot: CompanySlots['run'] = async (request, work) => {
    const { companyId } = request.caller;
    const usage = companies.get(companyId) ?? { running: 0, waiting: new Set() };
    companies.set(companyId, usage);
    if (usage.waiting.size === 0 && canStart(usage)) occupy(usage);
    else if (usage.waiting.size < maxConcurrent * WAITING_FACTOR) await waitForSlot(request, usage);
    else throw unavailable('overloaded', 'Too many requests of your company are in progress. Try again shortly.');
    let isHeld = true;
    const releaseSlot = () => {
      if (isHeld) release(companyId, usage);
      isHeld = false;
    };
    try {
      return await guard(work(releaseSlot));
    } finally {
      releaseSlot();
    }
  };

  return {
    run: (request, work) => (request.caller.companyId === 0 ? guard(work(() => undefined)) : runInSlot(request, work)),
  };
}
