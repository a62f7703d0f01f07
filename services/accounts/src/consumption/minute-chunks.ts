import type { ConsumedMinute } from './consumption-store.ts';
import type { Counter } from './counter.ts';

/** A part of a minute that is flushed in one transaction, with a deterministic id. */
export type Chunk = ConsumedMinute & { id: string; part: number };

/** Combinations of source and endpoint per transaction. They change 1,000 to 2,000 documents, as MongoDB recommends. */
const MAX_CELLS_PER_CHUNK = 250;

/**
 * Splits a minute into chunks. An ended minute no longer changes, so every process computes the same chunks. The chunks of
 * the current minute may differ, but it is not flushed yet.
 */
export function chunksOf({ counters, ...minute }: ConsumedMinute): Chunk[] {
  const cells = new Map<string, Counter[]>();
  for (const counter of counters) {
    const name = `${counter.source} ${counter.endpoint}`;
    const cell = cells.get(name);
    if (cell) cell.push(counter);
    else cells.set(name, [counter]);
  }
  const ordered = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  const chunks: Chunk[] = [];
  for (let at = 0; at < ordered.length; at += MAX_CELLS_PER_CHUNK) {
    const part = chunks.length;
    const id = `${minute.companyId}/${minute.minute}/${minute.generation}/${part}`;
    chunks.push({ ...minute, id, part, counters: ordered.slice(at, at + MAX_CELLS_PER_CHUNK).flat() });
  }
  return chunks;
}
