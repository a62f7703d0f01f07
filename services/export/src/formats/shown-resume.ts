import { templateById } from '@vitae/document/templates/templates';
import type { DisplayConfig, EmbeddedDisplay } from '@vitae/proto/display';
import type { ExportSource, SourcePicture } from '@vitae/proto/export-source';
import { itemsOf } from '@vitae/proto/json-resume-items';

type JsonObject = Record<string, unknown>;

const BASICS = ['name', 'label', 'email', 'phone', 'url', 'profiles'];
/** The fields of JSON Resume 1.0 for each section. Documents do not show other fields. */
const SECTION_FIELDS = {
  work: ['name', 'position', 'url', 'startDate', 'endDate', 'summary', 'highlights', 'location', 'description'],
  volunteer: ['organization', 'position', 'url', 'startDate', 'endDate', 'summary', 'highlights'],
  education: ['institution', 'url', 'area', 'studyType', 'startDate', 'endDate', 'score', 'courses'],
  awards: ['title', 'date', 'awarder', 'summary'],
  certificates: ['name', 'date', 'issuer', 'url'],
  publications: ['name', 'publisher', 'releaseDate', 'url', 'summary'],
  skills: ['name', 'level', 'keywords'],
  languages: ['language', 'fluency'],
  interests: ['name', 'keywords'],
  references: ['name', 'reference'],
  projects: ['name', 'description', 'highlights', 'keywords', 'startDate', 'endDate', 'url', 'roles', 'entity', 'type'],
} as const;
const sectionNames = Object.keys(SECTION_FIELDS) as (keyof typeof SECTION_FIELDS)[];

/** Metadata of JSON Resume that concerns only the file. */
const META = ['version', 'lastModified'];

/**
 * Returns the JSON Resume that a document contains: its standard fields without what the print display hides, the logos that
 * it shows, and its design. The birthdate is never part of it, because documents show only the age, nor is an address that documents
 * do not show, of a picture or of the original file. Null for an anonymized CV.
 */
export function shownResume(source: ExportSource): JsonObject | null {
  const { resume, printDisplay, anonymized, culture, photo } = source;
  if (anonymized) return null;
  const shown = printDisplay.displayConfig;
  const hidden = new Set<string>([
    ...(shown.experiences ? [] : ['work']),
    ...(shown.educations ? [] : ['education']),
    ...(shown.skills ? [] : ['skills']),
    ...(shown.interests ? [] : ['interests']),
  ]);
  const sections = sectionNames.flatMap((name) => {
    if (hidden.has(name) || !Object.hasOwn(resume, name)) return [];
    return [[name, itemsOf(resume, name).map((item) => pick(item, SECTION_FIELDS[name]))] as const];
  });
  const operations = shownOperations(resume.meta, shown);
  const logos = shownLogos(operations, source.logos);
  const vitae = {
    ...(operations.length > 0 ? { patch: operations } : {}),
    ...(logos ? { logos } : {}),
    display: designOf(source),
  };
  return {
    ...pick(resume, ['$schema']),
    basics: shownBasics(isObject(resume.basics) ? resume.basics : {}, shown, photo),
    ...Object.fromEntries(sections),
    meta: {
      ...pick(isObject(resume.meta) ? resume.meta : {}, META),
      culture,
      vitae,
    },
  };
}

function designOf({ printDisplay: { id, color }, maxPages, language, sectionOrder }: ExportSource): EmbeddedDisplay {
  return { id: templateById(id).id, color, maxPages, language, sectionOrder };
}

function shownBasics(basics: JsonObject, shown: DisplayConfig, photo: ExportSource['photo']): JsonObject {
  const location = pick(isObject(basics.location) ? basics.location : {}, [
    ...(shown.address ? ['address', 'postalCode'] : []),
    ...(shown.location ? ['city', 'region', 'countryCode'] : []),
  ]);
  return {
    ...pick(basics, shown.presentation ? [...BASICS, 'summary'] : BASICS),
    ...(Object.keys(location).length > 0 ? { location } : {}),
    ...(photo && shown.picture ? { image: dataUrl(photo) } : {}),
  };
}

/** Which operations of `meta.vitae.patch` concern content that the document shows, by their path. */
const OPERATION_PATHS: [RegExp, (shown: DisplayConfig) => boolean][] = [
  [/^\/(title|links|contacts|blog)(\/|$)/, () => true],
  [/^\/presentation\//, ({ presentation }) => presentation],
  [/^\/experiences\//, ({ experiences }) => experiences],
  [/^\/educations\//, ({ educations }) => educations],
  [/^\/skills\//, ({ skills }) => skills],
  [/^\/interests\//, ({ interests }) => interests],
  [/^\/userInformation\/(city|country|state)(\/|$)/, ({ location }) => location],
  [/^\/userInformation\/zipcode$/, ({ address }) => address],
  [/^\/userInformation\/maritalStatus$/, ({ maritalStatus }) => maritalStatus],
  [/^\/userInformation\/DriversLicence$/, ({ drivingLicence }) => drivingLicence],
];
const PORTFOLIOS = '/portfolios/portfolio';

function shownOperations(meta: unknown, shown: DisplayConfig): JsonObject[] {
  const patch = isObject(meta) && isObject(meta.vitae) ? meta.vitae.patch : undefined;
  if (!Array.isArray(patch)) return [];
  return patch.filter(isObject).flatMap((operation) => {
    const { path, value } = operation;
    if (typeof path !== 'string') return [];
    if (path === PORTFOLIOS && Array.isArray(value))
      return [{ ...operation, value: value.filter(isObject).map(shownPortfolio) }];
    return OPERATION_PATHS.some(([pattern, isShown]) => pattern.test(path) && isShown(shown)) ? [operation] : [];
  });
}

/** The logos that operations name, by their paths. Another owner cannot copy them by their paths. */
function shownLogos(operations: JsonObject[], logos: ExportSource['logos']): JsonObject | undefined {
  const experiences = JSON.stringify(operations.filter(({ path }) => String(path).startsWith('/experiences/')));
  const named = Object.entries(logos).filter(
    ([path, { base64 }]) => base64 !== '' && experiences.includes(JSON.stringify(path)),
  );
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([path, logo]) => [path, dataUrl(logo)]));
}

const dataUrl = ({ contentType, base64 }: SourcePicture) => `data:${contentType};base64,${base64}`;

/** Documents do not show the embedded content of a portfolio. */
function shownPortfolio(portfolio: JsonObject): JsonObject {
  return { ...portfolio, embed: '' };
}

function pick(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(object, name) ? [[name, object[name]]] : [])));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The import accepts documents of at most 1 MB (`documentLimits` in services/kit). */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns the bytes of the JSON Resume in a document, or null for an anonymized CV. Logos, and then the photo, are omitted
 * if the file is too large with them.
 */
export function shownResumeFile(source: ExportSource): Buffer | null {
  const withoutLogos = { ...source, logos: {} };
  for (const one of [source, withoutLogos, { ...withoutLogos, photo: null }]) {
    const file = fileOf(shownResume(one));
    if (file === null || file.length <= MAX_BYTES) return file;
  }
  return null;
}

function fileOf(resume: JsonObject | null): Buffer | null {
  return resume && Buffer.from(`${JSON.stringify(resume)}\n`);
}
