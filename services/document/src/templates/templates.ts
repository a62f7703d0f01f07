import type { DocumentModel, TemplateId } from '../document-model.ts';
import { densify } from './density.ts';
import { academic } from './designs/academic.ts';
import { classic } from './designs/classic.ts';
import { compact } from './designs/compact.ts';
import { modern } from './designs/modern.ts';
import { plain } from './designs/plain.ts';
import { sidebar } from './designs/sidebar.ts';
import type { Template } from './template.ts';

export const templates: Record<TemplateId, Template> = { classic, modern, compact, sidebar, academic, plain };
export const templateIds = Object.keys(templates) as TemplateId[];

/** Returns the template with this id, or the classic template for an unknown id. */
export function templateById(id: string): Template {
  return Object.hasOwn(templates, id) ? templates[id as TemplateId] : classic;
}

/** Returns the template of a document with the measures of its density step and its language. */
export function templateOf(model: Pick<DocumentModel, 'template' | 'density' | 'language'>): Template {
  const { template: id, density = 0, language } = model;
  const template = inLanguage(templates[id], language);
  return density === 0 ? template : { ...template, measures: densify(template.measures, density, id) };
}

/** Arabic letters are narrower than Latin ones, so that a line of the same width has up to a tenth more of them. */
const ARABIC_WIDTH = 0.88;
/** Arabic names of months have no short form, and text extractors reverse numeric periods in right-to-left texts. */
const ARABIC_DATES_MM = 42;
/** Arabic and Devanagari have marks that extend above the line of Latin letters. */
const LEADING = { ar: 1.06, hi: 1.1 };

/** Returns the template with the width and the height of lines in a language (BCP 47 tag). */
export function inLanguage(template: Template, language: string): Template {
  const [code = ''] = language.split('-');
  return inScript(WITHOUT_ITALICS.has(code) ? upright(template) : template, code);
}

/** Languages whose fonts have no italics, so that only the Latin words of a line would be slanted. */
const WITHOUT_ITALICS = new Set(['ar', 'he', 'hi', 'ja', 'ko', 'zh']);

const upright = (template: Template): Template => ({
  ...template,
  entry: { ...template.entry, organisationStyle: 'upright' },
});

function inScript(template: Template, code: string): Template {
  if (code !== 'ar' && code !== 'hi') return template;
  const { grid, type } = template.measures;
  const text = code === 'ar' ? Math.floor(grid.text * ARABIC_WIDTH) : grid.text;
  const dates = code === 'ar' && template.entry.dates === 'end' ? ARABIC_DATES_MM : grid.dates;
  const leading = type.leading * LEADING[code];
  return {
    ...template,
    measures: { ...template.measures, grid: { ...grid, text, dates }, type: { ...type, leading } },
  };
}
