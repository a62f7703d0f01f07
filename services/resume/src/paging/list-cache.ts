import type { Clock } from '@vitae/kit/clock';

// Each process caches the total of a list and the positions of some of its rows. The cached values
// are valid until the generation of the company changes, which every write increments.

/** The values that a row is sorted by, its id last. */
export type Position = readonly (string | number)[];
/** Where a read starts: `skip` rows after a position, or after the beginning of the list. */
export type ReadStart = { after?: Position; skip: number };

export type CountCache = {
  /** Returns the cached total of a list, or stores the result of `count`. */
  get(companyId: number, query: unknown, count: () => Promise<number>): Promise<number>;
};

export type PositionCache = { of(companyId: number, query: unknown): Promise<ListPositions> };

/** The known positions of a list. `offset` is the number of rows up to and including the row at the position. */
export type ListPositions = {
  nearestBefore(offset: number): { offset: number; position: Position } | undefined;
  store(offset: number, position: Position): void;
};

type GenerationOf = (companyId: number) => Promise<number>;

const MAX_COUNTS = 5_000;
/** Bounds how long a total can be wrong if a crash loses a generation. */
const COUNT_TTL_MS = 60_000;
const MAX_LISTS = 200;
const MAX_POSITIONS_PER_LIST = 1_000;

export function createCountCache({ clock, generationOf }: { clock: Clock; generationOf: GenerationOf }): CountCache {
  const entries = new Map<string, { generation: number; total: number; expiresAt: number }>();
  return {
    get: async (companyId, query, count) => {
      const key = keyOf(companyId, query);
      const generation = await generationOf(companyId);
      const cached = entries.get(key);
      if (cached?.generation === generation && clock.now() < cached.expiresAt) return cached.total;
      const total = await count();
      setNewest(entries, key, { generation, total, expiresAt: clock.now() + COUNT_TTL_MS }, MAX_COUNTS);
      return total;
    },
  };
}

export function createPositionCache(generationOf: GenerationOf): PositionCache {
  const entries = new Map<string, { generation: number; positions: Map<number, Position> }>();
  return {
    of: async (companyId, query) => {
      const key = keyOf(companyId, query);
      const generation = await generationOf(companyId);
      const cached = entries.get(key);
      const positions = cached?.generation === generation ? cached.positions : new Map<number, Position>();
      setNewest(entries, key, { generation, positions }, MAX_LISTS);
      return listPositions(positions);
    },
  };
}

function listPositions(positions: Map<number, Position>): ListPositions {
  return {
    nearestBefore: (offset) => {
      const nearest = Math.max(-1, ...[...positions.keys()].filter((known) => known <= offset));
      const position = positions.get(nearest);
      return position && { offset: nearest, position };
    },
    store: (offset, position) => setNewest(positions, offset, position, MAX_POSITIONS_PER_LIST),
  };
}

function keyOf(companyId: number, query: unknown): string {
  return `${companyId} ${JSON.stringify(query)}`;
}

/** Sets an entry as the newest one and evicts the oldest entries above the limit. */
function setNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, maxEntries: number): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break;
    entries.delete(oldest);
  }
}
