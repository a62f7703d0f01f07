/** A CV owner who can sign in. */
export type Owner = {
  userId: number;
  companyId: number;
  username: string;
  email: string;
  /** The language that the owner chose; undefined if none was chosen. */
  locale: string | undefined;
  /** Changes with the password. */
  passwordVersion: string;
};

export type NewOwner = { userId: number; companyId: number; username: string; email: string; password: string };

/** An email address, and the revision of the user record that contains it. */
export type LoginAddress = { email: string; revision: number };

/** The sign-in credentials of CV owners. */
export type OwnerCredentials = {
  /**
   * Creates or replaces the credential of a user.
   * @throws {VitaeError} ALREADY_EXISTS username_taken
   */
  set(owner: NewOwner): Promise<void>;
  /** Finds the owners with this user name or email address. Users of several companies may have the same address. */
  findByLogin(login: string): Promise<Owner[]>;
  find(userId: number): Promise<Owner | undefined>;
  /** Takes the same time for unknown users. */
  checkPassword(userId: number, password: string): Promise<boolean>;
  setPassword(userId: number, password: string): Promise<void>;
  setLocale(userId: number, locale: string): Promise<void>;
  /** Does nothing if the user has no credential, or one with the address of this or a later revision. */
  setEmail(userId: number, address: LoginAddress): Promise<void>;
  remove(userId: number): Promise<void>;
};

/** Normalizes a user name or email address for comparison: case and Unicode composition are ignored. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase();
}
