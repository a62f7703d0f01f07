import { fold } from '../cv/slug.ts';

/** Words for a level, in English and French, as 0 to 100. The first word of each level is used to write it. */
const LEVELS: readonly (readonly [level: number, words: readonly string[]])[] = [
  [10, ['Novice', 'None', 'Notions']],
  [25, ['Beginner', 'Basic', 'Elementary', 'Junior', 'Fundamental', 'Débutant', 'Bases']],
  [50, ['Intermediate', 'Competent', 'Medium', 'Average', 'Working', 'Good', 'Intermédiaire', 'Moyen', 'Bon']],
  [75, ['Advanced', 'Proficient', 'Senior', 'Strong', 'Very good', 'Avancé', 'Confirmé', 'Très bon']],
  [90, ['Expert', 'Excellent', 'Fluent']],
  [100, ['Master', 'Guru', 'Native', 'Maître']],
];
const byWord = new Map(LEVELS.flatMap(([level, words]) => words.map((word) => [fold(word), level] as const)));

/** 0 to 100 from a word ("Master"), a percentage ("80%", "80") or marks ("4/5"); undefined when it says none of these. */
export function levelOf(text: string): number | undefined {
  const word = text.trim();
  const marks = /^(\d{1,3}(?:[.,]\d+)?) ?\/ ?(\d{1,3})$/.exec(word);
  if (marks) return scaled(Number((marks[1] ?? '').replace(',', '.')), Number(marks[2]));
  const percentage = /^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(word);
  if (percentage) return scaled(Number(percentage[1]), 100);
  return byWord.get(fold(word));
}

function scaled(value: number, most: number): number | undefined {
  return most > 0 && value >= 0 && value <= most ? Math.round((value / most) * 100) : undefined;
}

/** The word for a level. */
export function levelWord(level: number): string {
  const nearest = LEVELS.reduce((best, one) => (Math.abs(one[0] - level) < Math.abs(best[0] - level) ? one : best));
  return nearest[1][0] ?? '';
}
