import { boundedJson } from '@vitae/kit/bounded-json';
import { VitaeError } from '@vitae/kit/errors';
import { runInSlices } from '@vitae/kit/slices';
import { type Culture, cultures } from '@vitae/proto/cv-fields';
import type { LeftOut } from './linkedin/linkedin-export.ts';
import type { NewPicture } from './own-cvs.ts';
import { readZip } from './read-zip.ts';

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
/** All JSON files and pictures of the CVs, unpacked. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const MAX_NAME = 200;

const CV_FILE = /^(?<folder>(?:.*\/)?cvs\/(?<id>\d{1,15})\/)(?<name>cv|json-resume)\.json$/;
const PICTURE_FILE =
  /^(?<folder>(?:.*\/)?cvs\/(?<id>\d{1,15})\/)(?<name>(?:logos|portfolio)\/\d{1,15})\.(?<extension>png|jpg)$/;
const CV_LIST = /(?:^|\/)cvs\.json$/;
const FOLDER = /^(?:.*\/)?(?:deleted-)?cvs\/\d{1,15}\//;

/** JSON Resume has sections that the format of the API (`api`) does not have. `pictures` have their file names. */
type CvFiles = { id: string; resume?: Buffer; api?: Buffer; pictures: Map<string, Buffer> };

/**
 * Returns the CVs of an archive that an owner downloaded from Vitae. Returns undefined for other ZIP files.
 * @throws {ZipRejection}
 */
export async function readArchive(zipped: Buffer): Promise<Archive | undefined> {
  const byFolder = new Map<string, CvFiles>();
  const others: string[] = [];
  let list: Buffer | undefined;
  const isRead = (path: string) => [CV_FILE, PICTURE_FILE, CV_LIST].some((pattern) => pattern.test(path));
  for await (const { path, content } of readZip(zipped, isRead, MAX_UNPACKED_BYTES)) {
    const { folder = '', id = '', name, extension } = (CV_FILE.exec(path) ?? PICTURE_FILE.exec(path))?.groups ?? {};
    if (!content) others.push(path);
    else if (!name) list ??= content;
    else {
      const files: CvFiles = byFolder.get(folder) ?? { id, pictures: new Map() };
      byFolder.set(folder, files);
      if (extension) files.pictures.set(name, content);
      else files[name === 'cv' ? 'api' : 'resume'] = content;
    }
  }
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
    leftOut: Array.from(omitted, (path) => ({ kind: 'file', file: path.slice(-MAX_NAME), detail: '' })),
  };
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
