import type { CvContent } from '../cv/content.ts';
import { patchBetween } from './cv-patch.ts';
import { writeEducation } from './education.ts';
import { readResume, type Sources } from './import.ts';
import { differs, mergeList } from './merge-list.ts';
import { isObject, type JsonObject } from './report.ts';
import { writeInterest, writeSkill } from './skills.ts';
import { writeWork } from './work.ts';
import { writeBasics } from './write-basics.ts';

/** What is kept beside an imported CV, so that its export is what came in plus every edit since. */
export type KeptImport = {
  document: JsonObject;
  /** The content as the import made it. */
  base: CvContent;
  sources: Sources;
};

const byId = (one: { id: number }, other: { id: number }) => one.id === other.id;
const byTitle = (one: { title: string }, other: { title: string }) => one.title === other.title;

/**
 * The CV as a JSON Resume document: the imported one, with what was edited since. What JSON Resume has no
 * field for is in `meta.vitae`, so that nothing is lost when it is imported again.
 */
export function writeResume(current: CvContent, kept: KeptImport): JsonObject {
  if (!differs(current, kept.base)) return { ...kept.document };
  const written = writeSections(current, kept);
  const { vitae: _before, ...meta } = isObject(written.meta) ? written.meta : {};
  const plain: JsonObject = { ...written, meta };
  const patch = patchBetween(readResume(plain).draft, current);
  if (patch.length > 0) return { ...plain, meta: { ...meta, vitae: { patch } } };
  return isObject(written.meta) ? plain : written;
}

function writeSections(current: CvContent, { document, base, sources }: KeptImport): JsonObject {
  const sections: [string, unknown][] = [
    ['basics', writeBasics(current, base, document.basics, sources.links)],
    [
      'work',
      mergeList({
        current: current.experiences.experience,
        base: base.experiences.experience,
        sources: sources.work,
        original: document.work,
        same: byId,
        write: writeWork,
      }),
    ],
    [
      'education',
      mergeList({
        current: current.educations.education,
        base: base.educations.education,
        sources: sources.education,
        original: document.education,
        same: byId,
        write: writeEducation,
      }),
    ],
    [
      'skills',
      mergeList({
        current: current.skills.skill,
        base: base.skills.skill,
        sources: sources.skills,
        original: document.skills,
        same: byTitle,
        write: writeSkill,
      }),
    ],
    [
      'interests',
      mergeList({
        current: current.interests.interest,
        base: base.interests.interest,
        sources: sources.interests,
        original: document.interests,
        same: byTitle,
        write: writeInterest,
      }),
    ],
  ];
  const out = { ...document };
  for (const [key, value] of sections) if (value !== undefined) out[key] = value;
  return out;
}

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

const NOTHING: CvContent = {
  title: '',
  professionalStatus: 0,
  availability: 0,
  blog: { rss: '' },
  userInformation: {
    birthdate: '',
    maritalStatus: null,
    country: null,
    city: null,
    zipcode: null,
    DriversLicence: false,
  },
  presentation: { title: null, text: '' },
  experiences: { experience: [] },
  educations: { education: [] },
  portfolios: { portfolio: [] },
  links: { link: [] },
  contacts: { contact: [] },
  skills: { skill: [] },
  interests: { interest: [] },
};

/** What a CV that was not imported starts from: an empty document with its owner's name. */
export function emptyImport(name: string): KeptImport {
  return {
    document: { $schema: SCHEMA, basics: { name } },
    base: NOTHING,
    sources: { work: [], education: [], skills: [], interests: [], links: [] },
  };
}
