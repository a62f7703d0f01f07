import { createHash } from 'node:crypto';
import { defaultCulture } from '@vitae/proto/cv-fields';
import { type DocumentLanguage, documentLanguages } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { eld } from 'eld/extrasmall';
import { LRUCache } from 'lru-cache';
import { cultureOf, cultures, languageOf } from './culture.ts';
import { isConfirmed } from './language-evidence.ts';
import { inTraditionalChinese, type Locale, localeOf } from './locale.ts';
import { MAX_TEXT_LENGTH, MAX_TEXTS, namesOf, proseOf } from './own-texts.ts';
import type { Sliced } from './slices.ts';
import { isTraditional } from './writing-system.ts';

// The detector knows both written forms of Norwegian as "no".
const detectorCodes = documentLanguages.map((code) => (code === 'nb' ? 'no' : code));
eld.setLanguageSubset(detectorCodes);
const languageByDetectorCode = new Map(detectorCodes.map((code, index) => [code, documentLanguages[index]]));

const cultureLanguages = new Set<DocumentLanguage>(cultures.map(languageOf));

/** In UTF-8 bytes, because one ideograph says as much as several letters. Names of products are shorter. */
const MIN_TEXT_BYTES = 20;
const MIN_BYTES = 60;
const MIN_SHARE = 0.5;
/** A quotation or a title in another language must not replace English, which may have been chosen. */
const REPLACING_ENGLISH = { minBytes: 150, minShare: 0.8 };
/** For CVs with hardly any sentences, whose other words confirm the language. The detector errs in short titles. */
const CONFIRMED = { minBytes: MIN_BYTES, minShare: 2 / 3 };
/** The size of a few sentences. In a longer CV with some in English, it is no accident that they are. */
const MAX_CONFIRMED_BYTES = 600;
/** The minimum share of a text's letters, in bytes, in the script of its language. */
const MIN_SHARE_OF_SCRIPT = 1 / 3;

/** The letters of each language, by the script that `Intl` names. */
const lettersOfScript: Record<string, RegExp> = {
  Latn: /\p{Script=Latin}/gu,
  Arab: /\p{Script=Arabic}/gu,
  Cyrl: /\p{Script=Cyrillic}/gu,
  Deva: /\p{Script=Devanagari}/gu,
  Grek: /\p{Script=Greek}/gu,
  Hans: /\p{Script=Han}/gu,
  Hebr: /\p{Script=Hebrew}/gu,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Kore: /[\p{Script=Hangul}\p{Script=Han}]/gu,
};

/**
 * Caches results, because the live preview detects the languages of the same texts after each keystroke. The cache keys are
 * digests: texts of owners must not stay in memory.
 */
const detected = new LRUCache<string, { language: DocumentLanguage | undefined }>({ max: 2_000 });

/**
 * Returns the locale of a CV: of the language that the owner chose, otherwise of its culture. If most texts are in a language
 * that no culture has, that language replaces the one of the culture. If nearly all are in another language than that of the
 * default culture, it replaces this one, because CVs that name no culture have it. A few texts suffice if the other words of
 * the CV confirm their language. A CV in Chinese uses the written form of its texts. Yields before each text.
 */
export function* detectLocale(source: ExportSource): Sliced<Locale> {
  const locale = yield* localeOfTexts(source);
  return locale.language === 'zh' && isTraditional(sampleOf(source)) ? inTraditionalChinese(locale) : locale;
}

function sampleOf(source: ExportSource): string {
  const texts = [...proseOf(source), ...namesOf(source)].slice(0, MAX_TEXTS);
  return texts.map((text) => text.slice(0, MAX_TEXT_LENGTH)).join('\n');
}

function* localeOfTexts(source: ExportSource): Sliced<Locale> {
  const culture = cultureOf(source.culture);
  if (source.language) return localeOf(culture, source.language);
  const found = yield* countLanguages(proseOf(source));
  const language = clearLanguage(found);
  if (language && !cultureLanguages.has(language)) return localeOf(culture, language);
  return localeOf(culture, culture === defaultCulture ? yield* replacementOfEnglish(found, source) : undefined);
}

function* replacementOfEnglish(found: FoundLanguages, source: ExportSource): Sliced<DocumentLanguage | undefined> {
  const clear = clearLanguage(found, REPLACING_ENGLISH);
  if (clear || found.total > MAX_CONFIRMED_BYTES) return clear;
  const likely = clearLanguage(found, CONFIRMED);
  return likely && (yield* isConfirmed(likely, source)) ? likely : undefined;
}

/** Returns the language of most texts, if it is clear. Yields before each text. */
export function* detectLanguage(prose: Iterable<string>): Sliced<DocumentLanguage | undefined> {
  return clearLanguage(yield* countLanguages(prose));
}

/** The size of the texts in each language, and of all texts. */
type FoundLanguages = { bytes: Map<DocumentLanguage, number>; total: number };

function clearLanguage(
  { bytes, total }: FoundLanguages,
  { minBytes, minShare } = { minBytes: MIN_BYTES, minShare: MIN_SHARE },
): DocumentLanguage | undefined {
  const [language, size = 0] = [...bytes].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return size >= minBytes && size >= total * minShare ? language : undefined;
}

function* countLanguages(prose: Iterable<string>): Sliced<FoundLanguages> {
  const bytes = new Map<DocumentLanguage, number>();
  let total = 0;
  let texts = 0;
  for (const text of prose) {
    const sample = text.slice(0, MAX_TEXT_LENGTH);
    const size = bytesOfLetters(sample);
    if (size < MIN_TEXT_BYTES) continue;
    yield;
    total += size;
    texts += 1;
    const language = languageOfText(sample, size);
    if (language) bytes.set(language, (bytes.get(language) ?? 0) + size);
    if (texts === MAX_TEXTS) break;
  }
  return { bytes, total };
}

function languageOfText(sample: string, size: number): DocumentLanguage | undefined {
  const key = createHash('sha1').update(sample).digest('base64');
  const known = detected.get(key);
  if (known) return known.language;
  const likeliest = languageByDetectorCode.get(eld.detect(sample).language);
  // The detector decides by a few words if a text mixes several scripts.
  const isInScript = likeliest && bytesInScriptOf(likeliest, sample) >= size * MIN_SHARE_OF_SCRIPT;
  const language = isInScript ? likeliest : undefined;
  detected.set(key, { language });
  return language;
}

function bytesOfLetters(text: string): number {
  return Buffer.byteLength(text.replace(/[^\p{L}\p{M}]/gu, ''));
}

function bytesInScriptOf(language: DocumentLanguage, text: string): number {
  const letters = lettersOfScript[new Intl.Locale(language).maximize().script ?? ''];
  return letters ? Buffer.byteLength((text.match(letters) ?? []).join('')) : 0;
}
