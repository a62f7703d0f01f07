/** The sort values of a row, its id last. */
export type Position = readonly (string | number)[];
/** So many rows past a position, or past the beginning. */
export type From = { after?: Position; skip: number };

/** Where rows of a list are, by how many rows come before: a page in the middle is reached from the nearest one. */
export type ListAnchors = {
  before(skip: number): { offset: number; from: Position } | undefined;
  lay(offset: number, position: Position): void;
};

/** Remembered, as totals are, until the company's data change. */
export type Anchors = { of(companyId: number, query: unknown): Promise<ListAnchors> };

type Remembered = { generation: number; anchors: Map<number, Position> };

const MOST_LISTS = 200;
const MOST_OF_LIST = 1_000;

export function createAnchors(generationOf: (companyId: number) => Promise<number>): Anchors {
  const remembered = new Map<string, Remembered>();
  return {
    of: async (companyId, query) => {
      const key = `${companyId} ${JSON.stringify(query)}`;
      const generation = await generationOf(companyId);
      const known = remembered.get(key);
      const anchors = known?.generation === generation ? known.anchors : new Map<number, Position>();
      remembered.delete(key);
      remembered.set(key, { generation, anchors });
      dropOldest(remembered, MOST_LISTS);
      return listAnchors(anchors);
    },
  };
}

function listAnchors(anchors: Map<number, Position>): ListAnchors {
  return {
    before: (skip) => {
      const offset = Math.max(-1, ...[...anchors.keys()].filter((one) => one <= skip));
      const from = anchors.get(offset);
      return from && { offset, from };
    },
    lay: (offset, position) => {
      anchors.set(offset, position);
      dropOldest(anchors, MOST_OF_LIST);
    },
  };
}

function dropOldest(entries: Map<unknown, unknown>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) break;
    entries.delete(oldest);
  }
}
