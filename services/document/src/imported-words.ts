import type { ExportSource } from '@vitae/proto/export-source';
import { importedItemsOf, isBlank, type ResumeItem } from '@vitae/proto/json-resume-items';
import { plainLine } from './plain-text.ts';

/**
 * What the owner wrote for the levels and grades, by the position of the skill or degree. "" if unknown. `degrees`: type and
 * field of a degree that consists of them, because imports join them with a comma. Undefined for others.
 */
export type ImportedWords = { levels: string[]; grades: string[]; degrees: ([string, string] | undefined)[] };

// Exports write these for a level without a word of the owner, so they are translated.
const STANDARD_LEVELS = new Set(['novice', 'beginner', 'intermediate', 'advanced', 'expert', 'master']);

/**
 * Reads the words of levels and grades from the JSON Resume document of a CV, because the CV has only a number for a known
 * level. The document has the skills and degrees in the order of the CV, and then those that could not be read.
 */
export function importedWordsOf({ cv, resume }: ExportSource): ImportedWords {
  const degrees = importedItemsOf(resume, 'education');
  return {
    levels: levelsOf(cv.skills.skill, importedItemsOf(resume, 'skills')),
    grades: cv.educations.education.map(({ school }, index) => {
      const { institution, score } = degrees[index] ?? {};
      return isSame(institution, school) ? textOf(score) : '';
    }),
    degrees: cv.educations.education.map(({ degree }, index) => {
      const parts: [string, string] = [textOf(degrees[index]?.studyType), textOf(degrees[index]?.area)];
      return !parts.includes('') && plainLine(degree) === parts.join(', ') ? parts : undefined;
    }),
  };
}

/** Earlier imports read blank texts in a list as skills without a title. They are not among the items. */
function levelsOf(skills: readonly { title: string }[], imported: readonly ResumeItem[]): string[] {
  let next = 0;
  return skills.map(({ title }) => {
    const { name, level } = imported[next] ?? {};
    if (isSame(name, title) || !isBlank(title)) next += 1;
    return isSame(name, title) ? ownLevel(textOf(level)) : '';
  });
}

/** The longest name in CV data. A longer one was truncated at the import. */
const MAX_NAME = 255;

const isSame = (imported: unknown, current: string) =>
  plainLine(textOf(imported).slice(0, MAX_NAME)) === plainLine(current.slice(0, MAX_NAME));

function textOf(value: unknown): string {
  return plainLine(typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_NAME) : '');
}

const ownLevel = (word: string) => (/[\p{L}%/]/u.test(word) && !STANDARD_LEVELS.has(word.toLowerCase()) ? word : '');
