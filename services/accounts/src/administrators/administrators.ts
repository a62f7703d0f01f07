import type { ClientSession } from 'mongoose';
import type { Role } from './administrator-roles.ts';

/** A user of a company's settings, with the permissions of a role. */
export type Administrator = {
  id: number;
  companyId: number;
  email: string;
  role: Role;
  createdAt: Date;
  /** Changes with the password. */
  passwordVersion: string;
};

/** The result of a change of the team. The last owner of a company cannot be removed or demoted. */
export type TeamChange = 'done' | 'notFound' | 'lastOwner';

/**
 * Writes to the transaction of a change, for example the entry of the audit log. Called with the administrator before the
 * change, or with the new administrator, and repeated if the transaction is retried.
 */
export type WithAdministrator = (administrator: Administrator, session: ClientSession) => Promise<void>;

export type Administrators = {
  /**
   * Creates an administrator. The first of a company always becomes its owner.
   * @throws {VitaeError} ALREADY_EXISTS email_taken
   */
  create(
    companyId: number,
    email: string,
    password: string,
    role?: Role,
    alongside?: WithAdministrator,
  ): Promise<Administrator>;
  find(id: number): Promise<Administrator | undefined>;
  findByEmail(email: string): Promise<Administrator | undefined>;
  listOfCompany(companyId: number): Promise<Administrator[]>;
  /** Finds the administrator by email address and verifies the password. Takes the same time for unknown addresses. */
  verify(email: string, password: string): Promise<Administrator | undefined>;
  checkPassword(id: number, password: string): Promise<boolean>;
  setPassword(id: number, password: string, alongside?: WithAdministrator): Promise<void>;
  setRole(companyId: number, id: number, role: Role, alongside?: WithAdministrator): Promise<TeamChange>;
  remove(companyId: number, id: number, alongside?: WithAdministrator): Promise<TeamChange>;
};
