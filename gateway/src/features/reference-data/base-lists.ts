import { createHash } from 'node:crypto';
import { type CodeElement, codeTables } from '@vitae/proto/code-tables';
import { cultures } from '@vitae/proto/cv-fields';
import { z } from 'zod';

/** Accepted as a language or a culture. Labels exist in French and English; other languages use English. */
const languages = ['fr', 'en', 'it', 'es', 'de'] as const;
export const baseListLocale = z.enum([...languages, ...cultures]);
export type BaseListLocale = z.infer<typeof baseListLocale>;

const bothLabels = z.strictObject({ fr: z.string(), en: z.string() });
const codeFields = { id: z.int().positive(), iso: z.string().optional(), amount: z.int().nullable().optional() };
const codeTable = <L extends z.ZodType, E extends z.ZodRawShape, G extends z.ZodRawShape>(
  label: L,
  words: E,
  heading: G,
) => {
  const elements = z.array(z.strictObject({ ...codeFields, ...words }));
  return z.union([
    z.strictObject({ label, elements }),
    z.strictObject({ label, groups: z.array(z.strictObject({ ...heading, elements })) }),
  ]);
};

/** All code tables, with both labels or in one language. */
export const baseLists = z.strictObject({
  version: z.int(),
  tables: z.record(
    z.string(),
    z.union([
      codeTable(bothLabels, { fr: z.string(), en: z.string() }, { fr: z.string(), en: z.string() }),
      codeTable(z.string(), { label: z.string() }, { label: z.string() }),
    ]),
  ),
});

export type BaseListBytes = { json: Buffer; etag: string };

const cache = new Map<string, BaseListBytes>();

/** Returns the code tables as JSON, which is cached per language. */
export function baseListBytes(locale: BaseListLocale | undefined): BaseListBytes {
  const language = locale === undefined ? 'all' : locale.startsWith('fr') ? 'fr' : 'en';
  let bytes = cache.get(language);
  if (!bytes) {
    const json = Buffer.from(JSON.stringify(language === 'all' ? codeTables : inLanguage(language)));
    bytes = { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 16)}"` };
    cache.set(language, bytes);
  }
  return bytes;
}

function inLanguage(language: 'fr' | 'en') {
  const element = ({ fr: _fr, en: _en, ...facts }: CodeElement, label: string) => ({ ...facts, label });
  const elements = (list: readonly CodeElement[]) => list.map((one) => element(one, one[language]));
  const tables = Object.entries(codeTables.tables).map(([name, table]) => {
    const label = table.label[language];
    if ('elements' in table) return [name, { label, elements: elements(table.elements) }];
    return [
      name,
      { label, groups: table.groups.map((group) => ({ label: group[language], elements: elements(group.elements) })) },
    ];
  });
  return { version: codeTables.version, tables: Object.fromEntries(tables) };
}
