import type { ClientSession } from 'mongoose';
import type { Administrator } from '../administrators/administrators.ts';
import type { AuditAction } from './audit-actions.ts';

/**
 * An administrator, the operator at the command line, a program with an API key, a CV owner, or an unauthenticated visitor.
 */
export type AuditActor =
  | { kind: 'administrator'; id: number; name: string }
  | { kind: 'operator' }
  // The id is text, so that the filter by administrator finds no key.
  | { kind: 'key'; id: string; name: string }
  // Stored without a name, like owners as targets (see below).
  | { kind: 'owner'; id: string }
  | { kind: 'stranger'; name: string };

/**
 * The changed object with its public id and its name at the time of the change. CV owners are named by their id, because
 * entries remain when their personal data is erased.
 */
export type AuditTarget = {
  kind: 'administrator' | 'session' | 'invitation' | 'key' | 'application' | 'company' | 'user' | 'queue';
  id: string;
  name: string;
};

export type NewAuditEntry = {
  companyId: number;
  actor: AuditActor;
  action: AuditAction;
  target: AuditTarget;
  /** The IP address; undefined at the command line. */
  from?: string | undefined;
  /** Describes the change, for example {from: 'viewer', to: 'owner'}. Contains no secrets. */
  detail?: Record<string, string>;
};

export type AuditEntry = NewAuditEntry & { id: number; at: Date };

export type AuditFilter = {
  action?: AuditAction | undefined;
  administratorId?: number | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

export type AuditPage = { entries: AuditEntry[]; next: number | undefined };

/** The append-only log of changes to a company's settings. */
export type AuditLog = {
  /** Pass the session of the change, so that both are committed together. */
  record(entry: NewAuditEntry, session?: ClientSession): Promise<void>;
  /** Returns entries with ids less than `before`, newest first. */
  list(companyId: number, filter: AuditFilter, before?: number): Promise<AuditPage>;
};

export const AUDIT_PAGE = 50;

/** Returns an entry for an action of an administrator. The default target is the administrator. */
export function entryBy(
  administrator: Administrator,
  action: AuditAction,
  from: string | undefined,
  target: AuditTarget = administratorTarget(administrator),
): NewAuditEntry {
  const { id, companyId, email } = administrator;
  return { companyId, actor: { kind: 'administrator', id, name: email }, action, target, from };
}

export function administratorTarget({ id, email }: Pick<Administrator, 'id' | 'email'>): AuditTarget {
  return { kind: 'administrator', id: String(id), name: email };
}
