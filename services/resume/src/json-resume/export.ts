import type { CvContent } from '../cv/content.ts';
import { patchBetween } from './cv-patch.ts';
import { writeEducation } from './education.ts';
import { readResume, type Sources } from './import.ts';
import { differs, mergeList } from './merge-list.ts';
import { isObject, type JsonObject } from './report.ts';
import { writeInterest, writeSkill } from './skills.ts';
import { writeWork } from './work.ts';
import { writeBasics } from './write-basics.ts';

/** An imported document, stored so that exports return it with all later edits. */
export type ImportRecord = {
  document: JsonObject;
  /** The content of the CV after the import. */
  base: CvContent;
  sources: Sources;
};

const sameId = (a: { id: number }, b: { id: number }) => a.id === b.id;
const sameTitle = (a: { title: string }, b: { title: string }) => a.title === b.title;

/**
 * Writes the CV as a JSON Resume document: the imported document with all later edits. Content
 * without a field in JSON Resume goes to `meta.vitae`, so that importing the document restores it.
 */
export function writeResume(current: CvContent, imported: ImportRecord): JsonObject {
  if (!differs(current, imported.base)) return { ...imported.document };
  const written = writeSections(current, imported);
  const { vitae: _previous, ...meta } = isObject(written.meta) ? written.meta : {};
  const plain: JsonObject = { ...written, meta };
  const patch = patchBetween(readResume(plain).draft, current);
  if (patch.length > 0) return { ...plain, meta: { ...meta, vitae: { patch } } };
  return isObject(written.meta) ? plain : written;
}

function writeSections(current: CvContent, { document, base, sources }: ImportRecord): JsonObject {
  const sections: [string, unknown][] = [
    ['basics', writeBasics(current, base, document.basics, sources.links)],
    [
      'work',
      mergeList({
        current: current.experiences.experience,
        base: base.experiences.experience,
        sources: sources.work,
        original: document.work,
        same: sameId,
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
        same: sameId,
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
        same: sameTitle,
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
        same: sameTitle,
        write: writeInterest,
      }),
    ],
  ];
  const out = { ...document };
  for (const [key, value] of sections) if (value !== undefined) out[key] = value;
  return out;
}

export const SCHEMA_URL = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json';

const EMPTY: CvContent = {
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

/** The import record for a CV that was not imported: an empty document with the owner's name. */
export function emptyImport(name: string): ImportRecord {
  return {
    document: { $schema: SCHEMA_URL, basics: { name } },
    base: EMPTY,
    sources: { work: [], education: [], skills: [], interests: [], links: [] },
  };
}
