import { type Culture, cultures } from '@vitae/proto/cv-fields';
import { maxItems } from '@vitae/proto/cv-items';
import type { CvDraft } from '../cv/content.ts';
import { type LinkSource, readBasics } from './basics.ts';
import { patched } from './cv-patch.ts';
import { readEducation } from './education.ts';
import { photoOf } from './photo.ts';
import { at, keepOthers, type Place, readList } from './read-value.ts';
import { createReport, type FieldOutcome, isObject, type JsonObject, type Report } from './report.ts';
import { readInterest, readSkill } from './skills.ts';
import { readWork } from './work.ts';

/** For each item of the draft, its place in the imported list. */
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
  /** `basics.name`, "" when there is none. */
  displayName: string;
  /** When the document says so in `meta`. */
  culture: Culture | undefined;
  /** Of `basics.image`, as it came. */
  photo: Buffer | null;
  report: FieldOutcome[];
};

/** Whether a document is JSON Resume rather than the CV data shape. */
export function isJsonResume(document: unknown): document is JsonObject {
  return isObject(document) && ['basics', 'work', '$schema'].some((key) => Object.hasOwn(document, key));
}

/**
 * A CV from a JSON Resume document (https://jsonresume.org/schema). Nothing is refused for a bad
 * field: what cannot be read is kept beside the CV, and the report says what became of each.
 */
export function readResume(document: JsonObject): ReadResume {
  const report = createReport();
  const basics = readBasics(report, at('', document, 'basics'));
  const work = readItems(report, at('', document, 'work'), readWork);
  const education = readItems(report, at('', document, 'education'), readEducation);
  const skills = readItems(report, at('', document, 'skills'), readSkill);
  const interests = readItems(report, at('', document, 'interests'), readInterest);
  keepOthers(report, '', document, ['basics', 'work', 'education', 'skills', 'interests']);
  const draft: CvDraft = {
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
  return {
    draft: patched(draft, document.meta),
    sources: {
      work: work.sources,
      education: education.sources,
      skills: skills.sources,
      interests: interests.sources,
      links: basics.linkSources,
    },
    displayName: basics.displayName,
    culture: cultureOf(document.meta),
    photo: photoOf(basics.image),
    report: report.rows(),
  };
}

function readItems<Item>(
  report: Report,
  place: Place,
  read: (report: Report, place: Place) => Item | undefined,
): { items: Item[]; sources: number[] } {
  const items: Item[] = [];
  const sources: number[] = [];
  readList(report, place, maxItems).forEach((item, index) => {
    const made = read(report, item);
    if (made === undefined) return;
    items.push(made);
    sources.push(index);
  });
  return { items, sources };
}

function cultureOf(meta: unknown): Culture | undefined {
  if (!isObject(meta)) return undefined;
  const said = [meta.culture, meta.locale, meta.language]
    .find((one) => typeof one === 'string')
    ?.replace('-', '_')
    .toLowerCase();
  if (said === undefined) return undefined;
  return (
    cultures.find((one) => one.toLowerCase() === said) ?? cultures.find((one) => one.slice(0, 2) === said.slice(0, 2))
  );
}
