import type { DataType } from './grant-access.ts';

/** What a request of an application accesses: a type of data, one CV, or the list of CVs. */
export type AccessedData = DataType | 'cv' | 'cv list';

/** Access of an application to data of an owner. `cvId` is 0 unless the data is one CV. */
export type Access = {
  companyId: number;
  userId: number;
  applicationId: number;
  data: AccessedData;
  cvId: number;
};

/** The number of accesses within one day (UTC), with the times of the first and the last. */
export type AccessCount = { count: number; firstAt: Date; lastAt: Date };

export type CountedAccess = Access & AccessCount;

/** Accesses to the same data on the same day. */
export type LoggedAccess = Pick<Access, 'data' | 'cvId'> & AccessCount & { day: Date };

/** An application that accessed data of an owner. */
type OwnerApplication = Pick<Access, 'companyId' | 'userId' | 'applicationId'>;

export type AccessPage = { accesses: LoggedAccess[]; next: string | undefined };

/** The data of owners that applications accessed in the last 90 days. Entries remain when an owner revokes the grant. */
export type AccessLog = {
  /** Adds the counts to those of the day of `firstAt`. A retry can count accesses twice, but does not change the times. */
  add(accesses: readonly CountedAccess[]): Promise<void>;
  /**
   * Newest days first.
   * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor
   */
  page(of: OwnerApplication, page: { limit: number; cursor: string }): Promise<AccessPage>;
  /** Returns the last access of each application, also of those that were disconnected, latest first. */
  lastAccesses(companyId: number, userId: number): Promise<Map<number, Date>>;
  erase(companyId: number, userId: number): Promise<void>;
};

export const ACCESS_LOG_DAYS = 90;

const DAY_MS = 86_400_000;

/** The start of the day (UTC). */
export function accessDay(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % DAY_MS));
}
