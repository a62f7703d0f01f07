import type { ConsumedMinute } from './consumption-store.ts';
import type { Counter } from './counter.ts';

/** A part of a minute that is moved in one transaction, with an id that is always the same. */
export type Chunk = ConsumedMinute & { id: string };

/** Keys and calls in one transaction: a thousand or two of documents, as MongoDB advises. */
const CELLS = 250;

/**
 * A minute that is over does not change any more, so its parts are the same whoever makes them.
 * Those of a minute that is running are not, and need not be: nothing of it was moved yet.
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
  for (let at = 0; at < ordered.length; at += CELLS) {
    const id = `${minute.companyId}/${minute.minute}/${minute.generation}/${chunks.length}`;
    chunks.push({ ...minute, id, counters: ordered.slice(at, at + CELLS).flat() });
  }
  return chunks;
}
