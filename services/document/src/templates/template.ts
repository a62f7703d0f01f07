import type { JSX } from 'preact';
import type { DocumentModel } from '../document-model.ts';
import { classic } from './classic.tsx';
import type { Measures } from './measures.ts';

/** One look of a CV: its style sheet and how the parts are arranged. */
export type Template = {
  id: string;
  measures: Measures;
  styles: (model: DocumentModel) => string;
  Body: (props: { model: DocumentModel }) => JSX.Element;
};

const templates: Record<string, Template> = { classic };

/** The template that the print display names; what is not known prints as the classic one. */
export function templateOf(model: DocumentModel): Template {
  return (Object.hasOwn(templates, model.template) && templates[model.template]) || classic;
}
