/** One outcome for each request of a group: what made it fail, or undefined. */
export type CommitGroup<R> = (name: string, group: readonly R[]) => Promise<readonly (Error | undefined)[]>;

type Waiting<R> = { request: R; resolve: () => void; reject: (reason: unknown) => void };

/**
 * Requests of the same name that arrive while one is being committed wait, and go together in the
 * next commit (group commit, as databases write their logs). MongoDB's transactions do not queue
 * for a document: of a crowd all but one fail and try again. So a process keeps its own crowd in
 * line, and the more there are, the fewer commits each of them needs.
 */
export function createGroupCommit<R>(
  commit: CommitGroup<R>,
  sizeOf: (request: R) => number,
  mostSize: number,
): (name: string, request: R) => Promise<void> {
  const lines = new Map<string, Waiting<R>[]>();

  const serve = async (name: string, line: Waiting<R>[]) => {
    while (line.length > 0) {
      const group = line.splice(0, countUpTo(line, sizeOf, mostSize));
      try {
        const outcomes = await commit(
          name,
          group.map((one) => one.request),
        );
        for (const [index, one] of group.entries()) settle(one, outcomes[index]);
      } catch (failure) {
        for (const one of group) one.reject(failure);
      }
    }
    lines.delete(name);
  };

  return (name, request) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = lines.get(name);
    if (line) line.push({ request, resolve, reject });
    else {
      const started = [{ request, resolve, reject }];
      lines.set(name, started);
      void serve(name, started);
    }
    return promise;
  };
}

/** How many go together: at least one, whatever its size. */
function countUpTo<R>(line: readonly Waiting<R>[], sizeOf: (request: R) => number, most: number): number {
  let size = 0;
  const over = line.findIndex((one) => {
    size += sizeOf(one.request);
    return size > most;
  });
  return over === -1 ? line.length : Math.max(1, over);
}

function settle<R>(one: Waiting<R>, failure: Error | undefined): void {
  if (failure) one.reject(failure);
  else one.resolve();
}
