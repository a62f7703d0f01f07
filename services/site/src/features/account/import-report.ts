import type { LeftOut } from './linkedin/linkedin-export.ts';
import type { CreatedCv } from './own-cvs.ts';

type Row = CreatedCv['report'][number];

/** What an import did, as its page shows it. */
export type ImportReport = {
  title: string;
  /** The number of fields that were imported unchanged. */
  imported: number;
  /** Fields that were not, by outcome. */
  rows: Record<'repaired' | 'kept' | 'dropped', Row[]>;
  /** What the conversion of an export omitted. */
  leftOut: LeftOut[];
  /** Further fields that are only counted. */
  more: number;
};

const MAX_ROWS = 200;
/** Names of unknown fields and columns can have any length. */
const MAX_PATH = 200;

export function importReportOf({ title, report }: CreatedCv, leftOut: LeftOut[] = []): ImportReport {
  const others = report.filter(({ outcome }) => outcome !== 'imported');
  const shown = others.slice(0, MAX_ROWS).map((row) => ({ ...row, path: row.path.slice(0, MAX_PATH) }));
  const rowsOf = (outcome: string) => shown.filter((row) => row.outcome === outcome);
  return {
    title,
    imported: report.length - others.length,
    rows: { repaired: rowsOf('repaired'), kept: rowsOf('kept'), dropped: rowsOf('dropped') },
    leftOut: leftOut.slice(0, MAX_ROWS).map((one) => ({ ...one, detail: one.detail.slice(0, MAX_PATH) })),
    more: others.length - shown.length + Math.max(0, leftOut.length - MAX_ROWS),
  };
}

/** The kinds of notes that the resume service writes, by the texts of its notes. */
const NOTES = [
  ['notDate', /^not a valid date$/],
  ['wrongOrder', /^(?:after the end|before the start) date$/],
  ['notUrl', /^not an HTTP/],
  ['notCountry', /^not an ISO 3166-1 country$/],
  ['ongoing', /^interpreted as ongoing$/],
  ['interpreted', /^interpreted as (?<value>.+)$/],
  ['truncated', /^truncated to (?<value>\d+) characters/],
  ['otherType', /^(?:converted|expected) /],
] as const;

export type NoteKind = (typeof NOTES)[number][0];

/** Returns what a note says, or undefined if it says nothing that owners need. */
export function explanationOf({ note }: Pick<Row, 'note'>): { kind: NoteKind; value: string } | undefined {
  for (const [kind, pattern] of NOTES) {
    const match = pattern.exec(note);
    if (match) return { kind, value: match.groups?.value ?? '' };
  }
  return undefined;
}

/** Splits `work[0].startDate` into section, number and field. */
export function placeOf(path: string): { section: string; position: number | undefined; field: string } {
  const [start = '', section = path, index] = /^(\w{1,40})(?:\[(\d{1,6})\])?(?:\.|$)/.exec(path) ?? [];
  const field = start === '' ? '' : path.slice(start.length);
  return { section, position: index === undefined ? undefined : Number(index) + 1, field };
}
