import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { Company } from '@vitae/accounts/companies/company-store';
import type { Locale } from '@vitae/proto/locale';
import type { AreaName } from './settings-area.ts';

/** What every page of the settings knows, before anybody has signed in too. */
export type VisitorView = {
  locale: Locale;
  /** What the tokens of the forms are made from (the `sessionId` of PostForm). */
  formKey: string;
  /** Path and query of this page. */
  address: string;
};

/** What a page knows of who is signed in. */
export type SettingsView = VisitorView & {
  administrator: Administrator;
  company: Company;
  /** The areas that there are. */
  areas: readonly AreaName[];
  /** Whether the role of the administrator includes this one. */
  may(role: Role): boolean;
};

/** The same page in another language, with its filters. */
export function inLanguage(address: string, locale: Locale): string {
  const question = address.indexOf('?');
  const path = question < 0 ? address : address.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : address.slice(question + 1));
  query.delete('done');
  query.set('locale', locale);
  return `${path}?${query}`;
}
