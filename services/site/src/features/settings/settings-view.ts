import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { Company } from '@vitae/accounts/companies/company-store';
import type { Locale } from '@vitae/proto/locale';
import type { AreaName } from './settings-area.ts';

/** What every settings page needs, with or without a signed-in administrator. */
export type VisitorView = {
  locale: Locale;
  /** The key of the forms' CSRF tokens (the `sessionId` of PostForm). */
  formKey: string;
  /** Path and query of this page. */
  address: string;
  /** The page keeps or repeats a form that was not saved, because the session had ended. */
  isUnsaved?: boolean;
};

/** What the pages of signed-in administrators need. */
export type SettingsView = VisitorView & {
  administrator: Administrator;
  company: Company;
  /** The areas available to the administrator. */
  areas: readonly AreaName[];
  /** Whether the administrator's role includes the permissions of `role`. */
  may(role: Role): boolean;
};

/** Returns the addresses of the same page in other languages. A link would lose an unsaved form. */
export function languageLinks({ address, isUnsaved }: VisitorView): ((locale: Locale) => string) | undefined {
  return isUnsaved ? undefined : (locale) => inLanguage(address, locale);
}

/** Returns the address of the same page, with its filters, in another language. */
function inLanguage(address: string, locale: Locale): string {
  const question = address.indexOf('?');
  const path = question < 0 ? address : address.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : address.slice(question + 1));
  query.delete('done');
  query.set('locale', locale);
  return `${path}?${query}`;
}
