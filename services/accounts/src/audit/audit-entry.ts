import type { Administrator } from '../administrators/administrators.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditTarget, NewAuditEntry } from './audit-log.ts';

/** What an administrator did, to themselves unless said otherwise. */
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
