import { runInSlices, type SlicedWork } from '@vitae/kit/slices';
import { ZipRejection } from '../read-zip.ts';
import { type LeftOut, readTables, type Table } from './linkedin-export.ts';

/** A section of JSON Resume, with its fields by column. */
type Section = { section: string; columns: ReadonlyMap<string, Column> };
/** A column as LinkedIn writes its name, and the field of its content. */
type Column = { name: string; field: string };

/** Columns match in any letter case. */
function sectionWith(section: string, fields: Record<string, string>): Section {
  const columns = Object.entries(fields).map(([name, field]) => [name.toLowerCase(), { name, field }] as const);
  return { section, columns: new Map(columns) };
}

/** The files of basic data, with the columns that are read. */
const PROFILE = sectionWith('profile', {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Headline: 'label',
  Summary: 'summary',
  'Zip Code': 'postalCode',
  'Geo Location': 'place',
  Websites: 'websites',
  'Twitter Handles': 'twitter',
});
const EMAILS = sectionWith('emails', { 'Email Address': 'email', Confirmed: 'confirmed', Primary: 'primary' });
const PHONES = sectionWith('phones', { Number: 'phone' });

const PERIOD = { 'Started On': 'startDate', 'Finished On': 'endDate' };

/** The sections of JSON Resume by file. */
const sections: Record<string, Section> = {
  'profile.csv': PROFILE,
  'emailaddresses.csv': EMAILS,
  'phonenumbers.csv': PHONES,
  'positions.csv': sectionWith('work', {
    'Company Name': 'name',
    Title: 'position',
    Description: 'summary',
    Location: 'location',
    ...PERIOD,
  }),
  'education.csv': sectionWith('education', {
    'School Name': 'institution',
    'Degree Name': 'studyType',
    'Start Date': 'startDate',
    'End Date': 'endDate',
    Notes: 'courses',
    Activities: 'courses',
  }),
  'skills.csv': sectionWith('skills', { Name: 'name' }),
  'languages.csv': sectionWith('languages', { Name: 'language', Proficiency: 'fluency' }),
  'certifications.csv': sectionWith('certificates', {
    Name: 'name',
    Url: 'url',
    Authority: 'issuer',
    'Started On': 'date',
  }),
  'projects.csv': sectionWith('projects', { Title: 'name', Description: 'description', Url: 'url', ...PERIOD }),
  'volunteering.csv': sectionWith('volunteer', {
    'Company Name': 'organization',
    Role: 'position',
    Description: 'summary',
    ...PERIOD,
  }),
  'honors.csv': sectionWith('awards', { Title: 'title', Description: 'summary', 'Issued On': 'date' }),
  'publications.csv': sectionWith('publications', {
    Name: 'name',
    Publisher: 'publisher',
    'Published On': 'releaseDate',
    Url: 'url',
    Description: 'summary',
  }),
};
/** Columns that only select an address. */
const WITHOUT_CONTENT = new Set(['confirmed', 'primary']);
const LISTS = new Set(['courses']);
const DATES = new Set(['startDate', 'endDate', 'date', 'releaseDate']);

/** JSON of CVs has the same limit. */
const MAX_RESUME_BYTES = 1024 * 1024;

/**
 * Converts the data export of LinkedIn to JSON Resume, and returns what it omits. Columns without a field are kept in the
 * entries of lists. Those of the profile are not, because they contain personal data such as the
 * date of birth and the street.
 * @throws {ZipRejection}
 */
export async function readLinkedInExport(zip: Buffer): Promise<{ content: Buffer; leftOut: LeftOut[] }> {
  const { tables, leftOut } = await readTables(zip, (file) => sectionOf(file) !== undefined);
  const resume = await runInSlices(resumeOf(tables, leftOut));
  if (Object.keys(resume).length > 0 && !isOtherLanguage(tables, leftOut))
    return { content: Buffer.from(JSON.stringify({ basics: {}, ...resume })), leftOut };
  const unreadable = leftOut.filter(({ kind }) => kind === 'columns' || kind === 'unreadable');
  const files = unreadable.map(({ file }) => file);
  throw new ZipRejection(files.length > 0 ? 'linkedInColumns' : 'notLinkedIn', files);
}

/** The sections without which a CV would be useless. */
const MAIN: ReadonlySet<string | undefined> = new Set(['profile', 'work', 'education']);

/** Whether no file with a main section has known columns. The names of some columns are the same in several languages. */
function isOtherLanguage(tables: readonly Table[], leftOut: readonly LeftOut[]): boolean {
  const unknown = new Set(leftOut.filter(({ kind }) => kind === 'columns').map(({ file }) => file));
  const main = tables.filter(({ file, rows }) => MAIN.has(sectionOf(file)?.section) && rows.length > 0);
  return main.length > 0 && main.every(({ file }) => unknown.has(file));
}

const sectionOf = (file: string): Section | undefined => {
  const name = file.toLowerCase().replace(/[\s_]/g, '');
  return Object.hasOwn(sections, name) ? sections[name] : undefined;
};

type Entry = {
  /** Values by field. */
  fields: Record<string, string | string[]>;
  /** Values by column without a field. */
  others: Record<string, string>;
  leaveOut(): void;
};
type Resume = Record<string, object>;

function* resumeOf(tables: readonly Table[], leftOut: LeftOut[]): SlicedWork<Resume> {
  const lists = new Map<Section, Entry[]>();
  let size = 0;
  for (const table of tables) {
    const section = sectionOf(table.file);
    if (!section || table.header.length === 0) continue;
    if (!table.header.some((name) => isKnown(name, section))) {
      leftOut.push({ kind: 'columns', file: table.file, detail: '' });
      continue;
    }
    const missing = missingColumns(table, section);
    if (missing.length > 0) leftOut.push({ kind: 'missing', file: table.file, detail: missing.join(', ') });
    const entries = lists.get(section) ?? [];
    lists.set(section, entries);
    for (const [index, row] of table.rows.entries()) {
      const leaveOut = () => leftOut.push({ kind: 'row', file: table.file, detail: String(index + 2) });
      const entry = { ...entryOf(table.header, row, section), leaveOut };
      size += Buffer.byteLength(JSON.stringify(entry));
      if (size > MAX_RESUME_BYTES) throw new ZipRejection('largeZip');
      if (Object.keys(entry.fields).length > 0) entries.push(entry);
      else if (row.some((cell) => cell !== '')) leaveOut();
      yield;
    }
    if ([PROFILE, EMAILS, PHONES].includes(section)) leaveOutColumns(table, entries, leftOut);
  }
  const basics = basicsOf(lists);
  return {
    ...(Object.keys(basics).length > 0 && { basics }),
    ...Object.fromEntries(
      [...lists]
        .filter(([section, entries]) => ![PROFILE, EMAILS, PHONES].includes(section) && entries.length > 0)
        .map(([{ section }, entries]) => [section, entries.map((entry) => itemOf(entry, section))]),
    ),
  };
}

/** A description is called the same in English and French, so it does not show that the columns are known. */
const isKnown = (name: string, { columns }: Section) => !/^description$/i.test(name) && columns.has(name.toLowerCase());

/** The names of columns that LinkedIn always writes and whose content would be in the CV. */
function missingColumns({ header, rows }: Table, { columns }: Section): string[] {
  if (rows.length === 0) return [];
  const present = new Set(header.map((name) => name.toLowerCase()));
  return Array.from(columns)
    .filter(([key, { field }]) => !present.has(key) && !WITHOUT_CONTENT.has(field))
    .map(([, { name }]) => name);
}

function entryOf(header: string[], row: string[], { columns }: Section): Pick<Entry, 'fields' | 'others'> {
  const fields: Entry['fields'] = {};
  const others: [string, string][] = [];
  for (const [index, cell] of row.entries()) {
    if (cell === '') continue;
    const name = header[index] || `Column ${index + 1}`;
    const field = columns.get(name.toLowerCase())?.field;
    if (field !== undefined && LISTS.has(field)) fields[field] = [...(fields[field] ?? []), cell];
    else if (field === undefined || Object.hasOwn(fields, field)) others.push([name, cell]);
    else fields[field] = DATES.has(field) ? dateOf(cell) : cell;
  }
  return { fields, others: Object.fromEntries(others) };
}

function itemOf({ fields, others }: Entry, section: string): object {
  const item = section === 'work' || section === 'volunteer' ? withHighlights(fields) : fields;
  return Object.keys(others).length > 0 ? { ...item, linkedIn: others } : item;
}

/** A hyphen at the start of a line is a bullet only before a space. */
const BULLET = /^(?:[•●▪◦‣]|[-–*·](?=\s))/;

/** Moves the lines of a summary that start with a bullet to the highlights. */
function withHighlights({ summary, ...fields }: Entry['fields']): Entry['fields'] {
  if (typeof summary !== 'string') return fields;
  const lines = summary.split(/\r?\n/).map((line) => line.trim());
  const highlights: string[] = [];
  const others: string[] = [];
  for (const line of lines) {
    const item = BULLET.test(line) ? line.slice(1).trim() : '';
    if (item === '') others.push(line);
    else highlights.push(item);
  }
  if (highlights.length === 0) return { ...fields, summary };
  const rest = others.join('\n').trim();
  return { ...fields, ...(rest !== '' && { summary: rest }), highlights };
}

function leaveOutColumns({ file }: Table, entries: readonly Entry[], leftOut: LeftOut[]): void {
  const names = new Set(entries.flatMap(({ others }) => Object.keys(others)));
  for (const detail of names) leftOut.push({ kind: 'column', file, detail });
}

function basicsOf(lists: ReadonlyMap<Section, Entry[]>): Record<string, unknown> {
  const only = (section: Section, isPreferred: (fields: Record<string, string>) => boolean = () => true) => {
    const entries = lists.get(section) ?? [];
    const chosen = entries.find(({ fields }) => isPreferred(fields as Record<string, string>)) ?? entries[0];
    for (const entry of entries) if (entry !== chosen) entry.leaveOut();
    return (chosen?.fields ?? {}) as Record<string, string | undefined>;
  };
  const { firstName, lastName, label, summary, postalCode, place = '', websites, twitter } = only(PROFILE);
  const { email } = only(EMAILS, ({ primary }) => /^yes$/i.test(primary ?? ''));
  const { phone } = only(PHONES);
  const [city = '', ...regions] = place.split(',').map((part) => part.trim());
  const location = filled({ postalCode, city, region: regions.join(', ') });
  const profiles = [...websiteProfiles(websites), ...twitterProfiles(twitter)];
  return {
    ...filled({ name: [firstName, lastName].filter(Boolean).join(' '), label, email, phone, summary }),
    ...(Object.keys(location).length > 0 && { location }),
    ...(profiles.length > 0 && { profiles }),
  };
}

function filled(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])));
}

/** Reads `[COMPANY:https://a.example,BLOG:https://b.example]`. */
function websiteProfiles(text = ''): object[] {
  const sites = listOf(text, /,(?=[A-Z_]{2,20}:)/);
  return sites.map((site) => {
    const [, network = '', url = site] = /^([A-Z_]{2,20}):(.+)$/.exec(site) ?? [];
    return filled({ network: network.toLowerCase(), url });
  });
}

function twitterProfiles(text = ''): object[] {
  return listOf(text, /,/).map((username) => ({
    network: 'Twitter',
    username,
    url: `https://twitter.com/${encodeURIComponent(username)}`,
  }));
}

function listOf(text: string, separator: RegExp): string[] {
  const items = text.replace(/^\[|\]$/g, '').split(separator);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Converts `Mar 2019`, `Mar 5, 2019` and `03/2019` to dates of JSON Resume. Other text is returned unchanged. */
function dateOf(text: string): string {
  const [, name = '', day, namedYear] = /^([a-z]{3})[a-z]{0,6}\.?,? (?:(\d{1,2}),? )?(\d{4})$/i.exec(text) ?? [];
  const [, number = '', numberedYear] = /^(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const month = namedYear ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(number);
  if (month < 1 || month > 12) return text;
  const parts = [namedYear ?? numberedYear, String(month), day].filter((part) => part !== undefined);
  return parts.map((part) => part.padStart(2, '0')).join('-');
}
