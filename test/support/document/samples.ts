import { sampleSource } from '@vitae/document/sample-source';
import type { ExportSource } from '@vitae/proto/export-source';
import { chineseSource, japaneseSource, koreanSource } from './east-asian.ts';
import { emojiSource, emptySource, longCareerSource, longWordsSource } from './hard-cases.ts';
import { portrait, wideLogo } from './pictures.ts';
import { arabicSource, hebrewSource } from './right-to-left.ts';

/** Sample CVs that are difficult to lay out, for tests and for visual review. */
export const samples = {
  everything: () => withPictures(sampleSource()),
  'no photo': () => sampleSource({ photo: null }),
  arabic: arabicSource,
  hebrew: hebrewSource,
  japanese: japaneseSource,
  chinese: chineseSource,
  korean: koreanSource,
  emoji: emojiSource,
  'long words': longWordsSource,
  'long career': longCareerSource,
  empty: emptySource,
} satisfies Record<string, () => ExportSource>;

export type SampleName = keyof typeof samples;
export const sampleNames = Object.keys(samples) as SampleName[];

/** Adds a photo to a CV, a logo to each experience, and a picture to each portfolio item. */
export function withPictures(source: ExportSource): ExportSource {
  const experience = source.cv.experiences.experience.map((one) => ({ ...one, logo: '/logo/1' }));
  const portfolio = source.cv.portfolios.portfolio.map((one) => ({ ...one, path: '/logo/1' }));
  const cv = { ...source.cv, experiences: { experience }, portfolios: { portfolio } };
  return { ...source, cv, photo: portrait(), logos: { '/logo/1': wideLogo() } };
}
