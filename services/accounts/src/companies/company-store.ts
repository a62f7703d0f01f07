import { notFound } from '@vitae/kit/errors';
import type { ClientSession } from 'mongoose';
import type { Limits } from '../quota/quota-types.ts';

export type Company = { id: number; name: string; timeZone: string; limits: Limits };

/** A company with the version of its keys and limits, which increases with each change. */
type VersionedCompany = Company & { version: number };

/** Writes to the transaction of a change, for example the entry of the audit log. */
type WithCompany = (after: VersionedCompany, before: Company, session: ClientSession) => Promise<void>;

export type CompanyStore = {
  create(name: string, timeZone: string): Promise<Company>;
  list(): Promise<Company[]>;
  find(id: number): Promise<VersionedCompany | undefined>;
  /** Returns the time zones of those companies that exist. */
  timeZonesOf(ids: readonly number[]): Promise<Map<number, string>>;
  /** Returns at most `limit` ids in ascending order that are greater than `id`. */
  idsAfter(id: number, limit: number): Promise<number[]>;
  setLimits(id: number, limits: Partial<Limits>, alongside?: WithCompany): Promise<VersionedCompany>;
  /** Increments the version within the transaction that changes the company's keys. Returns the new version. */
  raiseVersion(id: number, session: ClientSession): Promise<number>;
};

export const DEFAULT_LIMITS: Limits = { standard: 250, intensive: 10 };
export const DEFAULT_TIME_ZONE = 'Europe/Paris';

export function companyNotFound(id: number) {
  return notFound('company_not_found', `There is no company ${id}.`);
}
