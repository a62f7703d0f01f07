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

/** Returns the template of a document with the measures of its density step. */
export function templateOf({ template: id, density = 0 }: Pick<DocumentModel, 'template' | 'density'>): Template {
  const template = templates[id];
  return density === 0 ? template : { ...template, measures: densify(template.measures, density, id) };
}
