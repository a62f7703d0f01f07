import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The code tables of the specification ("Baseslist"): the meaning of integer codes, in French and English. Ids are stable
 * public values, unique only within a table, and listed in display order.
 */
const element = z.object({
  id: z.int().positive(),
  fr: z.string(),
  en: z.string(),
  iso: z.string().optional(),
  amount: z.int().nullable().optional(),
});
const label = z.object({ fr: z.string(), en: z.string() });
const flat = z.object({ label, elements: z.array(element) });
const grouped = z.object({
  label,
  groups: z.array(z.object({ fr: z.string(), en: z.string(), elements: z.array(element) })),
});

const schema = z.object({
  version: z.int(),
  tables: z.object({
    seniority: flat,
    positions: grouped,
    business: grouped,
    nationality: flat,
    state: flat,
    experienceContractType: flat,
    contractType: flat,
    businessTrip: flat,
    educationLevel: flat,
    hoursNumber: flat,
    grossSalary: flat,
    professionalStatus: flat,
    availability: flat,
  }),
});

export type CodeTables = z.infer<typeof schema>;
export type CodeTableName = keyof CodeTables['tables'];
export type CodeElement = z.infer<typeof element>;

/** All tables as published, with headings and groups. */
export const codeTables: CodeTables = schema.parse(
  JSON.parse(readFileSync(new URL('../code-tables.json', import.meta.url), 'utf8')),
);

const byId = new Map<CodeTableName, ReadonlyMap<number, CodeElement>>();
for (const name of Object.keys(codeTables.tables) as CodeTableName[]) {
  const elements = codeElements(name);
  byId.set(name, new Map(elements.map((one) => [one.id, one])));
}

/** Returns the elements of a table in display order, without the group headings of a two-level table. */
export function codeElements(table: CodeTableName): readonly CodeElement[] {
  const content = codeTables.tables[table];
  return 'elements' in content ? content.elements : content.groups.flatMap((group) => group.elements);
}

export function codeExists(table: CodeTableName, id: number): boolean {
  return byId.get(table)?.has(id) ?? false;
}

/** Returns the label of a code: in French for French locales (`fr`, `fr_FR`…), otherwise in English. */
export function codeLabel(table: CodeTableName, id: number, locale: string): string | undefined {
  const element = byId.get(table)?.get(id);
  return locale.toLowerCase().startsWith('fr') ? element?.fr : element?.en;
}
