import type { UserKind, UserRecord } from '@vitae/proto/user-record';

/** A user as it is stored. */
export type StoredUser = {
  id: number;
  companyId: number;
  username: string;
  /** Of the user's pages, `/p/{slug}`; unique on the platform, never changes. */
  slug: string;
  email: string;
  firstname: string;
  lastname: string;
  phone: string;
  kind: UserKind;
  /** The id in the company's own system; unique in the company. */
  idOrigin: string | null;
  managerId: number | null;
  tagIds: number[];
  /** How many CVs the user has: the first is the main one. */
  cvCount: number;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** The user record of the company API. */
export function userRecordOf(user: StoredUser): UserRecord {
  const { id, username, email, firstname, lastname, phone, kind, idOrigin } = user;
  return { id, username, email, firstname, lastname, phone, kind, id_origin: idOrigin };
}

export function displayNameOf(user: Pick<StoredUser, 'firstname' | 'lastname'>): string {
  return `${user.firstname} ${user.lastname}`.trim();
}
