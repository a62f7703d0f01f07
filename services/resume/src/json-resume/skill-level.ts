import { fold } from '@vitae/kit/slug';

/** Levels from 0 to 100 in English and French words. Exports write the first word. */
const LEVELS: readonly (readonly [level: number, words: readonly string[]])[] = [
  [10, ['Novice', 'None', 'Notions']],
  [25, ['Beginner', 'Basic', 'Elementary', 'Junior', 'Fundamental', 'Débutant', 'Bases']],
  [50, ['Intermediate', 'Competent', 'Medium', 'Average', 'Working', 'Good', 'Intermédiaire', 'Moyen', 'Bon']],
  [75, ['Advanced', 'Proficient', 'Senior', 'Strong', 'Very good', 'Avancé', 'Confirmé', 'Très bon']],
  [90, ['Expert', 'Excellent', 'Fluent']],
  [100, ['Master', 'Guru', 'Native', 'Maître']],
];
const byWord = new Map(LEVELS.flatMap(([level, words]) => words.map((word) => [fold(word), level] as const)));

/** The level from 0 to 100 for a word ("Master"), a percentage ("80%", "80") or a score ("4/5"); undefined for other texts. */
export function levelOf(text: string): number | undefined {
  const word = text.trim();
  const score = /^(\d{1,3}(?:[.,]\d+)?) ?\/ ?(\d{1,3})$/.exec(word);
  if (score) return scaled(Number((score[1] ?? '').replace(',', '.')), Number(score[2]));
  const percentage = /^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(word);
  if (percentage) return scaled(Number(percentage[1]), 100);
  return byWord.get(fold(word));
}

function scaled(value: number, max: number): number | undefined {
  return max > 0 && value >= 0 && value <= max ? Math.round((value / max) * 100) : undefined;
}

/** The word for the nearest level. */
export function levelWord(level: number): string {
  const nearest = LEVELS.reduce((best, next) => (Math.abs(next[0] - level) < Math.abs(best[0] - level) ? next : best));
  return nearest[1][0] ?? '';
}
