import { codeLabel } from '@vitae/proto/code-tables';
import type { Locale } from './locale.ts';

/** Returns the description of a picture: "Photo of Jane Doe". */
export function pictureLabel(kind: 'photo' | 'logo', name: string, { words }: Locale): string {
  return words[kind].replace('{name}', () => name).trim();
}

export function drivingLicenceLabel({ culture, language, words }: Locale): string {
  return language === 'en' && culture === 'en_US' ? 'Driver’s license' : words.drivingLicence;
}

/** Returns the age with its unit, without a break between them. */
export function ageLabel(years: number, { tag, words }: Locale): string {
  if (words.age !== undefined) return words.age.replace('{years}', String(years));
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit: 'year', unitDisplay: 'long' });
  return format.format(years).replace(/\s/g, '\u00a0');
}

/** The minimum value (0 to 100) of each level, highest first. */
const LEVEL_MINIMUMS = [97, 90, 70, 40, 1] as const;

/** Returns the label of a skill level: parsers and screen readers cannot interpret a bar or a percentage. */
export function skillLevelLabel(level: number | null, { words }: Locale): string | null {
  if (level === null) return null;
  return words.levels[LEVEL_MINIMUMS.findIndex((minimum) => level >= minimum)] ?? null;
}

/** Returns a grade with a word for what it is, unless it says so itself: "Note: 1.3", but "magna cum laude". */
export function gradeLabel(grade: string, { words }: Locale): string {
  return /\p{L}{2}/u.test(grade) ? grade : words.grade.replace('{grade}', () => grade);
}

const OTHER = 12;

/** Returns the contract type in the document's language; null if not given or "other". */
export function contractLabel(code: number, { language, words }: Locale): string | null {
  if (code === 0 || code === OTHER) return null;
  if (words.contracts) return words.contracts[code - 1] ?? null;
  return codeLabel('experienceContractType', code, language) ?? null;
}
