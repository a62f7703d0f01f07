import { exportPriority } from '@vitae/proto/export-job';
import type { Queue } from 'bullmq';

/** BullMQ starts jobs without priority first. */
const NO_PRIORITY = { none: 0 };
const PRIORITIES = Object.entries({ ...NO_PRIORITY, ...exportPriority }).toSorted(([, one], [, two]) => one - two);
export const PRIORITY_NAMES: readonly string[] = PRIORITIES.map(([name]) => name);

/** Returns the name of a priority. Other producers may use other numbers. */
export function priorityName(priority: number): string {
  return PRIORITIES.find(([, number]) => number === priority)?.[0] ?? 'other';
}

/** Returns the age in seconds of the first waiting job of each priority; 0 if none waits. */
export async function oldestJobs(
  queue: Pick<Queue, 'getCountsPerPriority' | 'getJobs'>,
  now: number,
): Promise<Map<string, number>> {
  const counts = await queue.getCountsPerPriority(PRIORITIES.map(([, number]) => number));
  const ages = new Map(PRIORITY_NAMES.map((name) => [name, 0]));
  let rank = 0;
  for (const [name, number] of PRIORITIES) {
    const count = counts[number] ?? 0;
    if (count === 0) continue;
    const isPrioritized = number !== NO_PRIORITY.none;
    const place = isPrioritized ? rank : 0;
    const [job] = await queue.getJobs(isPrioritized ? 'prioritized' : 'waiting', place, place, true);
    if (isPrioritized) rank += count;
    // A worker may have started it after the count.
    if (job) ages.set(name, Math.max(0, now - job.timestamp) / 1_000);
  }
  return ages;
}
