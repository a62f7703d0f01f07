import { type Culture, cultures } from '@vitae/proto/cv-fields';
import { maxItems } from '@vitae/proto/cv-items';
import { type EmbeddedDisplay, embeddedDisplay } from '@vitae/proto/display';
import type { CvDraft } from '../cv/content.ts';
import { type LinkSource, readBasics } from './basics.ts';
import { applyPatch } from './cv-patch.ts';
import { readEducation } from './education.ts';
import { readLogos } from './logos.ts';
import { decodePhoto } from './photo.ts';
import { type Field, fieldAt, readList, reportOtherFields } from './read-value.ts';
import { createReport, type FieldOutcome, isObject, type JsonObject, type Report } from './report.ts';
import { reportSections, sectionNames } from './sections.ts';
import { readInterest, readSkill } from './skills.ts';
import { readWork } from './work.ts';

/** The index in the imported document for each item of the draft. */
export type Sources = {
  work: number[];
  education: number[];
  skills: number[];
  interests: number[];
  links: LinkSource[];
};

export type ReadResume = {
  draft: CvDraft;
  sources: Sources;
  /** `basics.name`, or "". */
  displayName: string;
  /** From `meta`. */
  culture: Culture | undefined;
  /** The decoded `basics.image`. */
  photo: Buffer | null;
  /** The decoded logos, by their paths in the draft. */
  logos: ReadonlyMap<string, Buffer>;
  /** The design of the document that the file was embedded in. */
  display: EmbeddedDisplay | undefined;
  report: FieldOutcome[];
};

/** Tells JSON Resume documents from CV data. */
export function isJsonResume(document: unknown): document is JsonObject {
  return isObject(document) && ['basics', 'work', '$schema'].some((key) => Object.hasOwn(document, key));
}

/**
 * Reads a JSON Resume document (https://jsonresume.org/schema). Invalid fields do not fail the
 * import: they are stored beside the CV, and the report lists the outcome of each field.
 */
export function readResume(document: JsonObject): ReadResume {
  const report = createReport();
  const basics = readBasics(report, fieldAt('', document, 'basics'));
  const work = readItems(report, fieldAt('', document, 'work'), readWork);
  const education = readItems(report, fieldAt('', document, 'education'), readEducation);
  const skills = readItems(report, fieldAt('', document, 'skills'), readSkill);
  const interests = readItems(report, fieldAt('', document, 'interests'), readInterest);
  reportSections(report, document);
  reportOtherFields(report, '', document, ['basics', 'work', 'education', 'skills', 'interests', ...sectionNames]);
  const read: CvDraft = {
    title: basics.title,
    professionalStatus: 0,
    availability: 0,
    blog: { rss: '' },
    userInformation: basics.userInformation,
    presentation: basics.presentation,
    experiences: { experience: work.items },
    educations: { education: education.items },
    portfolios: { portfolio: [] },
    links: { link: basics.links },
    contacts: { contact: basics.contacts },
    skills: { skill: skills.items },
    interests: { interest: interests.items },
  };
  const draft = applyPatch(read, document.meta);
  return {
    draft,
    sources: {
      work: work.sources,
      education: education.sources,
      skills: skills.sources,
      interests: interests.sources,
      links: basics.linkSources,
    },
    displayName: basics.displayName,
    culture: cultureOf(document.meta),
    photo: decodePhoto(basics.image),
    logos: readLogos(document.meta, draft),
    display: displayOf(document.meta),
    report: report.rows(),
  };
}

function readItems<Item>(
  report: Report,
  field: Field,
  read: (report: Report, field: Field) => Item | undefined,
): { items: Item[]; sources: number[] } {
  const items: Item[] = [];
  const sources: number[] = [];
  readList(report, field, maxItems).forEach((item, index) => {
    const draft = read(report, item);
    if (draft === undefined) return;
    items.push(draft);
    sources.push(index);
  });
  return { items, sources };
}

/** An invalid design is ignored, because it is not content. */
function displayOf(meta: unknown): EmbeddedDisplay | undefined {
  const vitae = isObject(meta) && isObject(meta.vitae) ? meta.vitae : {};
  return embeddedDisplay.safeParse(vitae.display).data;
}

function cultureOf(meta: unknown): Culture | undefined {
  if (!isObject(meta)) return undefined;
  const language = [meta.culture, meta.locale, meta.language]
    .find((value) => typeof value === 'string')
    ?.replace('-', '_')
    .toLowerCase();
  if (language === undefined) return undefined;
  return (
    cultures.find((culture) => culture.toLowerCase() === language) ??
    cultures.find((culture) => culture.slice(0, 2) === language.slice(0, 2))
  );
}
