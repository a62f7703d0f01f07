import type { RequestHandler } from 'express';

import { NUMBER } from '../only-numbers.ts';
import type { PartAddress } from './cv-part.ts';
import { type SectionName, sectionOf, sections } from './sections.ts';

export const cvIdOf = (params: Record<string, unknown>) => Number(params.id);

export function addressOf(params: Record<string, unknown>): PartAddress {
  const section = String(params.section) as SectionName;
  if (params.item === undefined) return { section };
  return { section, item: params.item === 'new' ? 'new' : Number(params.item) };
}

const isNumber = (text: unknown) => NUMBER.test(String(text));

/** Accepts only paths that can exist. */
export const onlyEditor: RequestHandler = ({ params }, _response, next) => next(canExist(params) ? undefined : 'route');

/** The parameters in the path of a form, undefined if there is no such form. */
export function partParamsOf(path: string): Record<string, unknown> | undefined {
  const params = PART_PATH.exec(path)?.groups;
  return params && canExist(params) ? params : undefined;
}

const PART_PATH = /^\/account\/cvs\/(?<id>\w+)\/edit\/(?<section>\w+)(?:\/(?<item>\w+))?$/;

function canExist({ id, section, item }: Record<string, unknown>): boolean {
  const isKnown = section === undefined || Object.hasOwn(sections, String(section));
  const hasItems = isKnown && section !== undefined && sectionOf(section as SectionName).list !== undefined;
  const isItem = item === undefined ? !hasItems : hasItems && (item === 'new' || isNumber(item));
  return isNumber(id) && isKnown && isItem;
}
