import { invalid, notFound } from '@vitae/kit/errors';
import { slugOf } from '@vitae/kit/slug';
import type { ClientSession } from 'mongoose';
import type { Limits } from '../quota/quota-types.ts';

export type Company = {
  id: number;
  name: string;
  /** Unique, for addresses. Missing in companies of earlier versions until the next start of a process. */
  slug?: string | undefined;
  timeZone: string;
  limits: Limits;
};

/** A company with the version of its keys and limits, which increases with each change. */
export type VersionedCompany = Company & { version: number };

/** Writes to the transaction of a change, for example the entry of the audit log. */
export type WithCompany = (after: VersionedCompany, before: Company, session: ClientSession) => Promise<void>;

export type CompanyStore = {
  /**
   * Derives the slug from the name if none is given.
   * @throws {VitaeError} INVALID_ARGUMENT, or ALREADY_EXISTS slug_taken if another company has the given slug
   */
  create(name: string, timeZone: string, slug?: string): Promise<Company>;
  list(): Promise<Company[]>;
  find(id: number): Promise<VersionedCompany | undefined>;
  /** Finds the company with a slug, in any letter case, or with an id. */
  findByAddress(address: string): Promise<Company | undefined>;
  /** Returns the time zones of those companies that exist. */
  timeZonesOf(ids: readonly number[]): Promise<Map<number, string>>;
  /**
   * Changes the address of the sign-in page. The former address no longer exists.
   * @throws {VitaeError} INVALID_ARGUMENT, NOT_FOUND, or ALREADY_EXISTS slug_taken
   */
  setSlug(id: number, slug: string, alongside?: WithCompany): Promise<VersionedCompany>;
  setLimits(id: number, limits: Partial<Limits>, alongside?: WithCompany): Promise<VersionedCompany>;
  /** Increments the version within the transaction that changes the company's keys. Returns the new version. */
  raiseVersion(id: number, session: ClientSession): Promise<number>;
};

export const DEFAULT_LIMITS: Limits = { standard: 250, intensive: 10 };
export const DEFAULT_TIME_ZONE = 'Europe/Paris';

/** First segments of other paths of the site and the APIs, of today or likely. One or two letters are languages and CVs. */
const RESERVED_SLUGS = new Set(
  (
    'about account admin api assets baseslist comments consent contact cvs docs dyb employmentpreferences export ' +
    'exports favicon health healthz help home imprint invitation legal login logos logout metadata metrics ' +
    'oauth pages pictures privacy public queue readyz register reset robots search security settings sign-in sign-out ' +
    'sign-up signin signout signup sitemap static status svc support system terms user users vitae well-known www'
  ).split(' '),
);

/** Ids are addresses too, so a slug has a letter. */
function isSlug(text: string): boolean {
  return text.length >= 3 && text.length <= 60 && /[a-z]/.test(text) && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug) || /^[a-z]{1,2}$/.test(slug);
}

/** @throws {VitaeError} INVALID_ARGUMENT */
export function requireSlug(slug: string): string {
  if (RESERVED_SLUGS.has(slug)) throw invalid(`The slug ${slug} is reserved. Choose another one.`);
  if (isSlug(slug)) return slug;
  throw invalid(
    'A slug must have 3 to 60 lower-case letters, digits and single hyphens, at least one letter, and start and end with a letter or digit.',
  );
}

/** The slug of a company that was given none, before it is numbered. */
export function defaultSlug({ id, name }: Pick<Company, 'id' | 'name'>): string {
  const slug = slugOf(name);
  return isSlug(slug) && !RESERVED_SLUGS.has(slug) ? slug : `company-${id}`;
}

/** The path of the page on which users of a company sign in. */
export function companySignInPath({ id, slug }: Pick<Company, 'id' | 'slug'>): string {
  return `/${slug ?? id}/sign-in`;
}

export function companyNotFound(id: number) {
  return notFound('company_not_found', `There is no company ${id}.`);
}
