/** What an import did with a field. */
export type Outcome = 'imported' | 'kept' | 'repaired' | 'dropped';
export type FieldOutcome = { path: string; outcome: Outcome; note: string };

/** Further fields are only counted. */
const MAX_ROWS = 5_000;

export type Report = {
  imported(path: string): void;
  /** Stored beside the CV and returned by exports. */
  kept(path: string, note?: string): void;
  /** Converted to fit the CV. The original value is stored beside it. */
  repaired(path: string, note: string): void;
  rows(): FieldOutcome[];
};

export function createReport(): Report {
  const rows: FieldOutcome[] = [];
  let omitted = 0;
  const add = (path: string, outcome: Outcome, note: string) => {
    if (rows.length < MAX_ROWS) rows.push({ path, outcome, note });
    else omitted++;
  };
  return {
    imported: (path) => add(path, 'imported', ''),
    kept: (path, note = '') => add(path, 'kept', note),
    repaired: (path, note) => add(path, 'repaired', note),
    rows: () => (omitted === 0 ? rows : [...rows, { path: '', outcome: 'kept', note: `and ${omitted} more fields` }]),
  };
}

/** Reports each value of a part that does not fit the CV as kept. */
export function reportKept(report: Report, path: string, value: unknown): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) reportKept(report, `${path}[${index}]`, item);
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) reportKept(report, path === '' ? key : `${path}.${key}`, inner);
  } else report.kept(path);
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
