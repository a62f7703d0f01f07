import type { ClientSession } from 'mongoose';

/** A CV owner who can sign in, or was invited to. */
export type Owner = {
  userId: number;
  companyId: number;
  username: string;
  email: string;
  /** The language that the owner chose; undefined if none was chosen. */
  locale: string | undefined;
  /** Changes with the password. Empty while the owner is invited and has not chosen one. */
  passwordVersion: string;
};

export type InvitedOwner = { userId: number; companyId: number; username: string; email: string };
export type NewOwner = InvitedOwner & { password: string };

/** Writes to the transaction of a change, for example consumes a link. Repeated if the transaction is retried. */
export type WithOwner = (session: ClientSession) => Promise<void>;

/** The names with which a user signs in, and the revision of the user record that contains them. */
export type SignInNames = { username: string; email: string; revision: number };

/** The sign-in credentials of CV owners. */
export type OwnerCredentials = {
  /**
   * Creates or replaces the credential of a user.
   * @throws {VitaeError} ALREADY_EXISTS username_taken
   */
  set(owner: NewOwner): Promise<void>;
  /**
   * Creates a credential without a password, with which a user cannot sign in. Does nothing if the user has a credential,
   * which is passed to `alongside`.
   * @throws {VitaeError} UNAVAILABLE write_contention
   */
  invite(owner: InvitedOwner, alongside?: (session: ClientSession, stored: Owner) => Promise<void>): Promise<void>;
  /**
   * Finds at most `MAX_SAME_LOGIN` owners with this user name or email address, of one company if given. Users of several
   * companies may have the same; if there are more, the owners with the email address come first.
   */
  findByLogin(login: string, companyId?: number): Promise<Owner[]>;
  find(userId: number): Promise<Owner | undefined>;
  /** Returns the owners with these ids, in any order. */
  findAll(userIds: readonly number[]): Promise<Owner[]>;
  /** Takes the same time for unknown users. */
  checkPassword(userId: number, password: string): Promise<boolean>;
  setPassword(userId: number, password: string, alongside?: WithOwner): Promise<void>;
  /** Sets the password of a user who has none. Returns false if the user has one. */
  setFirstPassword(userId: number, password: string): Promise<boolean>;
  setLocale(userId: number, locale: string): Promise<void>;
  /**
   * Does nothing if the user has no credential, or one with the names of this or a later revision.
   * @throws {VitaeError} ALREADY_EXISTS username_taken
   */
  setNames(userId: number, names: SignInNames): Promise<void>;
  remove(userId: number): Promise<void>;
  /** Removes the credential unless it has a password. Returns whether it did. */
  removeWithoutPassword(userId: number, session: ClientSession): Promise<boolean>;
};

/** A sign-in costs one password hash for each. Other users sign in on the page of their company. */
export const MAX_SAME_LOGIN = 5;

/** Normalizes a user name or email address for comparison: case and Unicode composition are ignored. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase();
}
