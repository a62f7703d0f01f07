import type { PageLayout } from '@vitae/proto/export-job';
import type { CountTexts } from '../../features/account/editor/script-texts.ts';

/** The last page counts by its filled part, for example 1.1 pages. A page with a single line counts as a tenth. */
export function countPages({ pages, fill }: Pick<PageLayout, 'pages' | 'fill'>): number {
  if (pages < 2) return pages;
  const tenths = Math.min(10, Math.max(1, Math.round((fill.at(-1) ?? 0) * 10)));
  return pages - 1 + tenths / 10;
}

/** Returns the number of pages in words, and nothing for a collapsed preview, which has no pages. */
export function describePages(count: number, texts: CountTexts, locale: string): string {
  if (count === 0) return '';
  const options = { maximumFractionDigits: 1 };
  const text = texts[new Intl.PluralRules(locale, options).select(count)] ?? texts.other;
  return text.replace('#', new Intl.NumberFormat(locale, options).format(count));
}
