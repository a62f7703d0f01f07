import { detectLanguage } from '@vitae/document/detect-language';
import { boundedJson } from '@vitae/kit/bounded-json';
import { readEmbeddedResume } from '@vitae/kit/embedded-resume';
import { VitaeError } from '@vitae/kit/errors';
import { runInSlices } from '@vitae/kit/slices';
import { type Culture, cultures } from '@vitae/proto/cv-fields';
import type { Locale } from '@vitae/proto/locale';
import { z } from 'zod';
import type { Form } from '../../layout/form.ts';
import { createFromApiCv, isApiCv } from './api-cv.ts';
import type { LeftOut } from './linkedin/linkedin-export.ts';
import { readLinkedInExport } from './linkedin/linkedin-resume.ts';
import type { CreatedCv, NewCv, NewPicture } from './own-cvs.ts';
import { type Archive, readArchive } from './read-archive.ts';
import { isZip, type ZipFault, ZipRejection } from './read-zip.ts';

/** Why a file cannot be imported. */
export type FileFault =
  | 'missing'
  | 'empty'
  | 'tooLarge'
  | 'notJson'
  | 'notResume'
  | 'foreignDocument'
  | 'invalidFields'
  | ZipFault;
export type FileProblem = {
  fault: FileFault;
  /** Files, or fields of the file, that could not be read. */
  files?: readonly string[];
};
type NewContent = Pick<NewCv, 'content' | 'culture' | 'pictures'>;

/** Fields that only JSON Resume documents have. */
const RESUME_FIELDS = ['basics', 'work', '$schema'];

/** A file that can be imported. */
export type ReadFile = {
  resume: NewContent;
  /** The JSON of the content. */
  document: Record<string, unknown>;
  /** Whether the content has the format of the API instead of JSON Resume. */
  api: boolean;
  leftOut: LeftOut[];
};

/**
 * Reads an uploaded JSON Resume file, a CV in the format of the API, a document or data archive that Vitae exported, or a
 * data export of LinkedIn. Returns an archive with several CVs as it is.
 */
export async function readResumeFile(
  file: Buffer | undefined,
  locale: Locale,
): Promise<ReadFile | Archive | FileProblem> {
  if (!file) return { fault: 'missing' };
  if (!/\S/.test(file.toString('utf8', 0, 4_096)) && file.length < 4_096) return { fault: 'empty' };
  const embedded = await readEmbeddedResume(file);
  if (embedded === 'foreign') return { fault: 'foreignDocument' };
  if (embedded) return readContent(embedded.content, locale, { leftOut: embedded.isEdited ? [EDITED] : [] });
  if (!isZip(file)) return readContent(file, locale);
  try {
    const archive = await readArchive(file);
    if (archive && archive.cvs.length > 1) return archive;
    const { content, ...source } = archive
      ? { ...archive.cvs[0], leftOut: archive.leftOut }
      : await readLinkedInExport(file);
    return await readContent(content, locale, source);
  } catch (thrown) {
    if (thrown instanceof ZipRejection) return { fault: thrown.fault, files: thrown.files };
    throw thrown;
  }
}

type ContentSource = { leftOut?: LeftOut[]; culture?: Culture | undefined; pictures?: readonly NewPicture[] };

/**
 * Reads JSON Resume or a CV in the format of the API. If it does not name a culture, `culture` applies, or that of the
 * language of its texts, or that of the page's language.
 */
export async function readContent(
  content: Buffer,
  locale: Locale,
  { leftOut = [], culture, pictures = [] }: ContentSource = {},
): Promise<ReadFile | FileProblem> {
  try {
    const { value } = await runInSlices(boundedJson(content));
    if (!isObject(value)) return { fault: 'notResume' };
    const api = !RESUME_FIELDS.some((field) => Object.hasOwn(value, field));
    if (api && !isApiCv(value)) return { fault: 'notResume' };
    const isNamed = api ? typeof value.culture === 'string' : namesLanguage(value.meta);
    const applied = isNamed ? '' : (culture ?? (await cultureOfTexts(value, locale)));
    return { resume: { content, culture: applied, pictures }, document: value, api, leftOut };
  } catch (thrown) {
    return fileProblemOf(thrown);
  }
}

/** Creates a CV from the content of a file. */
export function createFromFile(
  { api, document, resume }: ReadFile,
  create: (content: Buffer) => Promise<CreatedCv>,
): Promise<CreatedCv> {
  return api ? createFromApiCv(document, create) : create(resume.content);
}

/** Removes the owner's name from JSON Resume, so that the CV shows the name of the account. */
export function withoutName(read: ReadFile): ReadFile {
  const { api, resume, document } = read;
  if (api || !isObject(document.basics)) return read;
  const { name: _name, ...basics } = document.basics;
  const unnamed = { ...document, basics };
  return { ...read, document: unnamed, resume: { ...resume, content: Buffer.from(JSON.stringify(unnamed)) } };
}

const EDITED: LeftOut = { kind: 'edited', file: '', detail: '' };

/** Returns why a file was rejected. Other errors are thrown again. */
export function fileProblemOf(thrown: unknown): FileProblem {
  const { code, reason, details } = VitaeError.from(thrown);
  if (reason === 'body_too_large') return { fault: 'tooLarge' };
  if (reason === 'not_json' || reason === 'not_utf8') return { fault: 'notJson' };
  if (code !== 'INVALID_ARGUMENT') throw thrown;
  if (details.length === 0) return { fault: 'notResume' };
  return { fault: 'invalidFields', files: details.map(({ field }) => field) };
}

/** The fields of the questions, with their maximum lengths. */
export const questions = {
  title: 255,
  position: 255,
  company: 255,
  since: 10,
  school: 255,
  degree: 120,
  year: 4,
  city: 255,
  phone: 60,
  summary: 2_000,
} as const;
export type Question = keyof typeof questions;
export type StartValues = Record<Question, string>;
export type StartFaults = Partial<Record<Question, 'required' | 'tooLong' | 'month' | 'year'>>;

const startFields = Object.fromEntries(Object.keys(questions).map((name) => [name, z.string()])) as Record<
  Question,
  z.ZodString
>;

export function startValuesOf(form: Form): StartValues {
  const values = form.parse(startFields) as StartValues;
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as StartValues;
}

export function startFaults(values: StartValues): StartFaults {
  const faults: StartFaults = {};
  if (values.title === '') faults.title = 'required';
  if (values.since !== '' && monthOf(values.since) === undefined) faults.since = 'month';
  if (values.year !== '' && !isYear(values.year)) faults.year = 'year';
  for (const name of Object.keys(questions) as Question[])
    if (values[name].length > questions[name]) faults[name] = 'tooLong';
  return faults;
}

/** Writes the values as JSON Resume. */
export function resumeOf({ since, year, ...values }: StartValues, locale: Locale): NewContent {
  const { title, position, company, school, degree, city, phone, summary } = values;
  const work = position || company || since ? [filled({ position, name: company, startDate: monthOf(since) })] : [];
  const education = school || degree || year ? [filled({ institution: school, studyType: degree, endDate: year })] : [];
  const resume = {
    basics: { label: title, ...filled({ phone, summary }), ...(city && { location: { city } }) },
    work,
    education,
  };
  return { content: Buffer.from(JSON.stringify(resume)), culture: cultureFor(locale) };
}

/** Omits empty fields. */
function filled(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])));
}

/** Returns a year or month as in JSON Resume: 2019, 2019-03, 03/2019 or 3.2019. */
function monthOf(text: string): string | undefined {
  const [, year, month] =
    /^(\d{4})(?:[-/.](\d{1,2}))?$/.exec(text) ?? reordered(/^(\d{1,2})[-/.](\d{4})$/.exec(text)) ?? [];
  if (year === undefined || !isYear(year)) return undefined;
  if (month === undefined) return year;
  return Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month.padStart(2, '0')}` : undefined;
}

const reordered = (match: RegExpExecArray | null) => match && [match[0], match[2], match[1]];

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

function cultureFor(locale: Locale): Culture {
  return cultures.find((culture) => culture.startsWith(locale)) ?? 'en_US';
}

/** Returns the culture of the language that most texts of a file have, otherwise that of the page's language. */
async function cultureOfTexts(document: Record<string, unknown>, locale: Locale): Promise<Culture> {
  const language = await runInSlices(detectLanguage(proseOf(document)));
  const own = cultureFor(locale);
  return (language && !own.startsWith(language) && cultures.find((one) => one.startsWith(language))) || own;
}

/** The fields of JSON Resume and of the API that contain sentences. */
const PROSE = new Set(['summary', 'description', 'highlights', 'reference', 'text', 'details']);

function* proseOf(value: unknown, isProse = false): Generator<string, void, void> {
  if (typeof value === 'string' && isProse) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* proseOf(item, isProse);
  else if (isObject(value)) for (const [name, field] of Object.entries(value)) yield* proseOf(field, PROSE.has(name));
}

/** Whether `meta` of a JSON Resume document names a language. */
function namesLanguage(meta: unknown): boolean {
  return isObject(meta) && [meta.culture, meta.locale, meta.language].some((name) => typeof name === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
