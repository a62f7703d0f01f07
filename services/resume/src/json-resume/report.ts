/** What became of one field of an import. */
export type Outcome = 'imported' | 'kept' | 'repaired' | 'dropped';
export type FieldOutcome = { path: string; outcome: Outcome; note: string };

/** A report names at most this many fields; the rest is counted. */
const MOST_ROWS = 5_000;

export type Report = {
  imported(path: string): void;
  /** Beside the CV, given back on export. */
  kept(path: string, note?: string): void;
  /** In the CV, changed to fit; the original is kept beside it. */
  repaired(path: string, note: string): void;
  rows(): FieldOutcome[];
};

export function createReport(): Report {
  const rows: FieldOutcome[] = [];
  let more = 0;
  const add = (path: string, outcome: Outcome, note: string) => {
    if (rows.length < MOST_ROWS) rows.push({ path, outcome, note });
    else more++;
  };
  return {
    imported: (path) => add(path, 'imported', ''),
    kept: (path, note = '') => add(path, 'kept', note),
    repaired: (path, note) => add(path, 'repaired', note),
    rows: () => (more === 0 ? rows : [...rows, { path: '', outcome: 'kept', note: `and ${more} more fields` }]),
  };
}

/** One row for each value in a part that has no place in the CV. */
export function keepAll(report: Report, path: string, value: unknown): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) keepAll(report, `${path}[${index}]`, item);
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) keepAll(report, path === '' ? key : `${path}.${key}`, inner);
  } else report.kept(path);
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
