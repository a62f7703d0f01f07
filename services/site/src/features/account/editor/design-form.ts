import { displayIds, displayInputs, documentLanguage, MAX_PAGES } from '@vitae/proto/display';
import { z } from 'zod';
import type { Form } from '../../../layout/form.ts';
import { jsonField } from '../../../layout/json-field.ts';
import { type Design, type DesignChange, type MergedDesign, type SwitchName, switchNames } from './own-design.ts';

const checkBoxes = Object.fromEntries(switchNames.map((name) => [name, z.literal('1').optional()])) as Record<
  SwitchName,
  z.ZodOptional<z.ZodLiteral<'1'>>
>;
export const pageLimits = ['', ...Array.from({ length: MAX_PAGES }, (_, index) => String(index + 1))];
const shownDesign = z.strictObject({
  template: z.enum(displayIds),
  color: z.string(),
  maxPages: z.number().nullable(),
  language: documentLanguage.nullable(),
  switches: z.strictObject(
    Object.fromEntries(switchNames.map((name) => [name, z.boolean()])) as Record<SwitchName, z.ZodBoolean>,
  ),
});
const shape = {
  /** What the form showed at first, see `loadedOf`. Forms of earlier releases and incomplete pages do not have it. */
  loaded: z.union([z.literal('').transform(() => undefined), jsonField(shownDesign)]).optional(),
  template: z.enum(displayIds),
  color: z.string(),
  maxPages: z.enum(pageLimits).optional(),
  language: z.union([z.literal(''), documentLanguage]).optional(),
  ...checkBoxes,
};

/** Reads the submitted form. */
export function designOfForm(form: Form): DesignChange & { isColorInvalid: boolean } {
  const fields = form.parse(shape);
  const color = fields.color.trim().toLowerCase();
  const maxPages = fields.maxPages ? Number(fields.maxPages) : null;
  const language = fields.language || null;
  const submitted = { template: fields.template, color, maxPages, language, switches: switchesOf(fields) };
  return { shown: fields.loaded, submitted, isColorInvalid: !displayInputs.web.shape.color.safeParse(color).success };
}

/** A checkbox that is not checked is not submitted. */
function switchesOf(fields: Record<string, unknown>): Design['switches'] {
  return Object.fromEntries(switchNames.map((name) => [name, fields[name] === '1'])) as Design['switches'];
}

/** The field that says what a form is based on. It is empty if this is not known: then every difference is a conflict. */
export const loadedOf = (shown: Design | undefined): string => (shown ? JSON.stringify(shown) : '');

export const isDesignChanged = ({ design, stored }: MergedDesign): boolean =>
  JSON.stringify(textsOf(design)) !== JSON.stringify(textsOf(stored));

/** Returns the fields of a form that undoes a saved change. Like a check box, a blank value is not submitted. */
export function undoFields({ design, stored }: MergedDesign): Record<string, string> {
  const fields = Object.entries({ ...textsOf(stored), loaded: loadedOf(design) });
  return Object.fromEntries(fields.filter(([, text]) => text !== ''));
}

/** The values of the fields of a form. */
function textsOf({ template, color, maxPages, language, switches }: Design): Record<string, string> {
  const boxes = switchNames.map((name) => [name, switches[name] ? '1' : '']);
  return { template, color, maxPages: String(maxPages ?? ''), language: language ?? '', ...Object.fromEntries(boxes) };
}

/** Tells the script what its form is based on after it was saved, and what another request stored in other fields. */
export function savedDesign(submitted: Design, { design }: MergedDesign) {
  const before = textsOf(submitted);
  const texts = Object.fromEntries(Object.entries(textsOf(design)).filter(([name, text]) => before[name] !== text));
  const isChanged = Object.keys(texts).length > 0;
  return { loaded: loadedOf(submitted), ...(isChanged && { adopted: { texts, loaded: loadedOf(design) } }) };
}
