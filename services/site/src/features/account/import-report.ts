import type { LeftOut } from './linkedin/linkedin-export.ts';
import type { CreatedCv } from './own-cvs.ts';

/** A field that was not imported unchanged. */
type Row = CreatedCv['report'][number] & {
  /** The value in the file, if it is short. */
  value?: string | undefined;
  /** The name of the entry that has the field. */
  entry?: string | undefined;
};

/** What an import did, as its page shows it. */
export type ImportReport = {
  title: string;
  /** The owner's name in the file, which the CV shows. */
  name?: string | undefined;
  /** The number of fields that were imported unchanged. */
  imported: number;
  /** Fields that were not, by outcome. */
  rows: Record<'repaired' | 'kept' | 'dropped', Row[]>;
  /** Sections that documents show but the editor does not have, with their numbers of entries. */
  shown?: { section: string; count: number }[];
  /** What the conversion of an export omitted. */
  leftOut: LeftOut[];
  /** Further fields that are only counted. */
  more: number;
};

const MAX_ROWS = 200;
/** Names of unknown fields and columns can have any length. */
const MAX_PATH = 200;
const MAX_VALUE = 60;

/** The order of omissions: files that the owner can request again come first. */
const leftOutKinds: readonly LeftOut['kind'][] = [
  'edited',
  'columns',
  'missing',
  'unreadable',
  'row',
  'column',
  'file',
];

/** The note of the resume service on fields that only documents have. */
const SHOWN = 'shown in documents';
/** Data that is not part of the CV. */
const TECHNICAL = /^(?:\$schema|meta)(?=$|[.[])/;

/** `document` is the JSON Resume that was imported. Rows over the maximum are only counted. */
export function importReportOf(
  { title, report }: CreatedCv,
  { document, leftOut = [] }: { document?: unknown; leftOut?: LeftOut[] } = {},
  maxRows = MAX_ROWS,
): ImportReport {
  const isUnchanged = (row: Row) => row.outcome === 'imported' || isWholeMonth(row, document);
  const others = report.filter(
    (row) => !isUnchanged(row) && row.note !== SHOWN && row.path !== '' && !TECHNICAL.test(row.path),
  );
  const listed = others.slice(0, maxRows).map((row) => listedRow(row, document));
  const rowsOf = (outcome: string) => listed.filter((row) => row.outcome === outcome);
  return {
    title,
    name: shortValueAt(document, 'basics.name'),
    imported: report.filter(isUnchanged).length,
    rows: { repaired: rowsOf('repaired'), kept: rowsOf('kept'), dropped: rowsOf('dropped') },
    shown: shownSections(report),
    leftOut: leftOut
      .toSorted((one, other) => leftOutKinds.indexOf(one.kind) - leftOutKinds.indexOf(other.kind))
      .slice(0, MAX_ROWS)
      .map((one) => ({ ...one, detail: one.detail.slice(0, MAX_PATH) })),
    more: others.length - listed.length + Math.max(0, leftOut.length - MAX_ROWS),
  };
}

/** Whether a month became its first or last day. Pages and files show the month only, so nothing changes for the owner. */
function isWholeMonth({ path, note }: Row, document: unknown): boolean {
  const [, day = ''] = /^interpreted as (\d{4}-\d\d-\d\d)$/.exec(note) ?? [];
  return day !== '' && shortValueAt(document, path) === day.slice(0, 'YYYY-MM'.length);
}

function listedRow(row: Row, document: unknown): Row {
  const path = row.path.slice(0, MAX_PATH);
  if (path !== row.path) return { ...row, path };
  const entry = /^\w{1,40}\[\d{1,6}\]/.exec(path)?.[0];
  const names = entry ? ENTRY_NAMES.map((name) => shortValueAt(document, `${entry}.${name}`)) : [];
  return { ...row, value: shortValueAt(document, path), entry: names.find((name) => name !== undefined) };
}

/** The fields that name an entry. */
const ENTRY_NAMES = ['name', 'company', 'institution', 'organization', 'title', 'language'];

function shortValueAt(document: unknown, path: string): string | undefined {
  let at = document;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  const text = typeof at === 'number' ? String(at) : at;
  return typeof text === 'string' && text.length <= MAX_VALUE && /\S/.test(text) ? text : undefined;
}

function shownSections(report: CreatedCv['report']): { section: string; count: number }[] {
  const entries = new Map<string, Set<number | undefined>>();
  for (const { path, note } of report) {
    if (note !== SHOWN) continue;
    const { section, position } = placeOf(path);
    entries.set(section, (entries.get(section) ?? new Set()).add(position));
  }
  return Array.from(entries, ([section, positions]) => ({ section, count: positions.size }));
}

/** Rows of the same entry, in the order of their first field. */
export function groupByEntry(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const { section, position } = placeOf(row.path);
    const key = `${section} ${position}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
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
  ['notOwnPicture', /^is not a picture of this user$/],
  ['unreadablePicture', /^is not a picture that can be read$/],
  ['tooManyPictures', /^exceeds the (?<value>\d+) pictures of an import$/],
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

/** Splits `work[0].highlights[2]` into section, number and field without numbers. Profiles are a section of their own. */
export function placeOf(path: string): { section: string; position: number | undefined; field: string } {
  const own = path.replace(/^basics\.profiles(?=\[)/, 'profiles');
  const [start = '', section = own, index] = /^(\w{1,40})(?:\[(\d{1,6})\])?(?:\.|$)/.exec(own) ?? [];
  const field = start === '' ? '' : own.slice(start.length).replace(/\[\d+\]/g, '');
  return { section, position: index === undefined ? undefined : Number(index) + 1, field };
}
