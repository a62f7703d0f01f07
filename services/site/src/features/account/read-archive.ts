import { boundedJson } from '@vitae/kit/bounded-json';
import { VitaeError } from '@vitae/kit/errors';
import { runInSlices } from '@vitae/kit/slices';
import { type Culture, cultures } from '@vitae/proto/cv-fields';
import type { LeftOut } from './linkedin/linkedin-export.ts';
import type { NewPicture } from './own-cvs.ts';
import { readZip, type ZipLimits, type ZippedFile, ZipRejection } from './read-zip.ts';

/**
 * A CV of an archive. Its title, its culture and its pictures other than the photo are known if the archive has its
 * `cv.json`.
 */
export type ArchivedCv = {
  title: string;
  culture: Culture | undefined;
  main: boolean;
  content: Buffer;
  pictures: NewPicture[];
};
/** `further` has the titles of CVs above the maximum, `leftOut` the files that are not part of a CV. */
export type Archive = { cvs: [ArchivedCv, ...ArchivedCv[]]; further: string[]; leftOut: LeftOut[] };

/** The maximum number of CVs that are imported from an archive. */
export const MAX_ARCHIVED_CVS = 30;
/** Most files of a download are versions, former pictures and the like, which are not read. */
const LIMITS: ZipLimits = { entries: 65_535, unpackedBytes: 16 * 1024 * 1024 };
/** Files that are not part of a CV and are named in the report. */
const MAX_LEFT_OUT = 2_000;
const MAX_NAME = 200;

/** A ZIP file of the folder of one CV has no folder “cvs”. */
const CV_FILE = /^(?<folder>(?:(?:.*\/)?cvs\/)?(?<id>\d{1,15})\/)(?<name>cv|json-resume)\.json$/;
const PICTURE_FILE =
  /^(?<folder>(?:(?:.*\/)?cvs\/)?(?<id>\d{1,15})\/)(?<name>(?:logos|portfolio)\/\d{1,15})\.(?<extension>png|jpg)$/;
const CV_LIST = /(?:^|\/)cvs\.json$/;
const FOLDER = /^(?:(?:.*\/)?(?:deleted-)?cvs\/)?\d{1,15}\//;

/** JSON Resume has sections that the format of the API (`api`) does not have. `pictures` have their file names. */
type CvFiles = { id: string; resume?: Buffer; api?: Buffer; pictures: Map<string, Buffer> };

/**
 * Returns the CVs of an archive that an owner downloaded from Vitae. Returns undefined for other ZIP files.
 * @throws {ZipRejection}
 */
export async function readArchive(zipped: Buffer): Promise<Archive | undefined> {
  const { byFolder, others, list } = await readFiles(zipped);
  const mainIds = await mainIdsOf(list);
  const cvs: ArchivedCv[] = [];
  for (const files of byFolder.values()) {
    const content = files.resume ?? files.api;
    if (content) cvs.push({ ...(await settingsOf(files)), main: mainIds.has(files.id), content });
  }
  const [first, ...more] = cvs;
  if (!first) return undefined;
  const omitted = new Set(others.map(folderOfCv).filter((folder) => !byFolder.has(folder)));
  return {
    cvs: [first, ...more.slice(0, MAX_ARCHIVED_CVS - 1)],
    further: more.slice(MAX_ARCHIVED_CVS - 1).map(({ title }) => title),
    leftOut: [...omitted]
      .slice(0, MAX_LEFT_OUT)
      .map((path) => ({ kind: 'file', file: path.slice(-MAX_NAME), detail: '' })),
  };
}

type ArchiveFiles = { byFolder: Map<string, CvFiles>; others: string[]; list: Buffer | undefined };

/** Reads the files of CVs and the list of the CVs. `others` has the paths of all other files. */
async function readFiles(zipped: Buffer): Promise<ArchiveFiles> {
  const files: ArchiveFiles = { byFolder: new Map(), others: [], list: undefined };
  const isRead = (path: string) => [CV_FILE, PICTURE_FILE, CV_LIST].some((pattern) => pattern.test(path));
  try {
    for await (const file of readZip(zipped, isRead, LIMITS)) addFile(files, file);
  } catch (thrown) {
    const isTooLarge = thrown instanceof ZipRejection && thrown.fault === 'largeZip';
    throw isTooLarge && files.byFolder.size > 0 ? new ZipRejection('largeArchive') : thrown;
  }
  return files;
}

function addFile(files: ArchiveFiles, { path, content }: ZippedFile): void {
  const { folder = '', id = '', name, extension } = (CV_FILE.exec(path) ?? PICTURE_FILE.exec(path))?.groups ?? {};
  if (!content) files.others.push(path);
  else if (!name) files.list ??= content;
  else {
    const cv: CvFiles = files.byFolder.get(folder) ?? { id, pictures: new Map() };
    files.byFolder.set(folder, cv);
    if (extension) cv.pictures.set(name, content);
    else cv[name === 'cv' ? 'api' : 'resume'] = content;
  }
}

/** The folder of the CV to which a file belongs, or the file. A CV has dozens of files. */
function folderOfCv(path: string): string {
  return FOLDER.exec(path)?.[0] ?? path;
}

type Item = { id?: unknown; logo?: unknown; path?: unknown };
type ApiCv = {
  title?: unknown;
  culture?: unknown;
  experiences?: { experience?: Item[] };
  portfolios?: { portfolio?: Item[] };
};

async function settingsOf({ api, pictures }: CvFiles): Promise<Omit<ArchivedCv, 'main' | 'content'>> {
  const { title, culture, experiences, portfolios }: ApiCv = Object(await parse(api));
  const shown: NewPicture[] = [];
  const add = (folder: string, items: unknown, pathOf: (item: Item) => unknown) => {
    for (const item of Array.isArray(items) ? items.map(Object) : []) {
      const content = pictures.get(`${folder}/${item.id}`);
      if (content) shown.push({ path: String(pathOf(item)), content });
    }
  };
  add('logos', experiences?.experience, ({ logo }) => logo);
  add('portfolio', portfolios?.portfolio, ({ path }) => path);
  return {
    title: typeof title === 'string' ? title.slice(0, MAX_NAME).toWellFormed() : '',
    culture: cultures.find((one) => one === culture),
    pictures: shown,
  };
}

async function mainIdsOf(list: Buffer | undefined): Promise<ReadonlySet<string>> {
  const items: unknown = await parse(list);
  const main = Array.isArray(items) ? items.map(Object).filter((item) => item.main === true) : [];
  return new Set(main.map(({ id }) => String(id)));
}

/** Returns undefined for JSON that is missing or invalid: the import of the CV reports it. */
async function parse(content: Buffer | undefined): Promise<unknown> {
  if (!content) return undefined;
  try {
    return (await runInSlices(boundedJson(content))).value;
  } catch (thrown) {
    if (VitaeError.from(thrown).code !== 'INVALID_ARGUMENT') throw thrown;
    return undefined;
  }
}
