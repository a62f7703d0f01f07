/** The longest that a request may block the event loop, on a machine that needs REFERENCE_MS for the reference work. */
const BUDGET_MS = 50;
const REFERENCE_MS = 10;
/** Other programs on the machine delay single measurements. */
const ATTEMPTS = 15;
/** How many times as long as its processor time a computation may take on a busy machine. */
const MAX_SLOWDOWN = 4;

const REFERENCE_TEXT = JSON.stringify(
  Array.from({ length: 4_000 }, (_none, index) => ({
    index,
    title: `Title ${index}`,
    tags: ['a', 'b', String(index)],
  })),
);

/** The processor time of this thread. On a busy machine, other programs interrupt a long computation. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Measures a fixed computation. */
function referenceMs(): number {
  const started = processorMs();
  for (let round = 0; round < 2; round += 1) JSON.stringify(JSON.parse(REFERENCE_TEXT));
  return processorMs() - started;
}

/** Returns the longest time for which the event loop was blocked while the work ran, by computing or by waiting. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const now = () => ({ processor: processorMs(), elapsed: performance.now() });
  let longest = 0;
  let ended = false;
  let last = now();
  const measure = () => {
    const { processor, elapsed } = now();
    longest = Math.max(longest, processor - last.processor, (elapsed - last.elapsed) / MAX_SLOWDOWN);
    last = { processor, elapsed };
    if (!ended) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  ended = true;
  measure();
  return longest;
}

/**
 * Returns how long work blocks the event loop, as a fraction of the budget. Above 1 is too long: the measurement is then
 * repeated, because a busy machine can only make it longer.
 */
async function eventLoopUse(work: () => Promise<unknown>): Promise<number> {
  let use = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && use > 1; attempt += 1) {
    const reference = Math.max(referenceMs(), 1);
    const blocked = await longestBlock(work);
    use = Math.min(use, (blocked * REFERENCE_MS) / (BUDGET_MS * Math.max(reference, referenceMs())));
  }
  return use;
}

/** Expects that none of these kinds of work blocks the event loop longer than its budget. */
export async function expectWithinBudget(
  cases: readonly [name: string, work: () => Promise<unknown>][],
): Promise<void> {
  const over: string[] = [];
  for (const [name, work] of cases) {
    await work();
    const use = await eventLoopUse(work);
    if (use > 1) over.push(`${name}: ${(use * BUDGET_MS).toFixed(0)} ms`);
  }
  expect(over).toEqual([]);
}
