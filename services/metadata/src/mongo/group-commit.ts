/** Commits a group and returns one outcome for each request: its error, or undefined. */
export type CommitGroup<R> = (name: string, group: readonly R[]) => Promise<readonly (Error | undefined)[]>;

type Waiting<R> = { request: R; resolve: () => void; reject: (reason: unknown) => void };

/**
 * Creates a group commit, as databases use it for their logs: requests of the same name that arrive
 * during a commit wait and share the next one. MongoDB transactions do not queue for a document:
 * all but one of them fail and must retry. Queueing in the process avoids that, and more requests
 * need fewer commits each.
 * @param maxSize the maximum total size of a group. A larger request is committed alone.
 */
export function createGroupCommit<R>(
  commit: CommitGroup<R>,
  sizeOf: (request: R) => number,
  maxSize: number,
): (name: string, request: R) => Promise<void> {
  const queues = new Map<string, Waiting<R>[]>();

  const processQueue = async (name: string, queue: Waiting<R>[]) => {
    while (queue.length > 0) {
      const group = queue.splice(0, groupLength(queue, sizeOf, maxSize));
      try {
        const outcomes = await commit(
          name,
          group.map(({ request }) => request),
        );
        for (const [index, waiting] of group.entries()) settle(waiting, outcomes[index]);
      } catch (error) {
        for (const waiting of group) waiting.reject(error);
      }
    }
    queues.delete(name);
  };

  return (name, request) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(name);
    if (queue) queue.push({ request, resolve, reject });
    else {
      const newQueue = [{ request, resolve, reject }];
      queues.set(name, newQueue);
      void processQueue(name, newQueue);
    }
    return promise;
  };
}

/** The number of requests in the next group, at least one. */
function groupLength<R>(queue: readonly Waiting<R>[], sizeOf: (request: R) => number, maxSize: number): number {
  let size = 0;
  const firstTooMany = queue.findIndex(({ request }) => {
    size += sizeOf(request);
    return size > maxSize;
  });
  return firstTooMany === -1 ? queue.length : Math.max(1, firstTooMany);
}

function settle<R>({ resolve, reject }: Waiting<R>, error: Error | undefined): void {
  if (error) reject(error);
  else resolve();
}
