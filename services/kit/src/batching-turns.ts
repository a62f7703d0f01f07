/** Fewer turns make batches a third smaller under load. More turns hardly make them larger. */
const TURNS = 3;

/**
 * Runs `work` after a few turns of the event loop, so that requests that have already arrived join its batch. Each turn
 * reads them from their sockets: the busier the process, the longer a turn takes and the more requests join. In an idle
 * process, a turn takes microseconds.
 */
export function afterBatchingTurns(work: () => void): void {
  afterTurns(TURNS, work);
}

function afterTurns(turns: number, work: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, work) : work);
}
