import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';

/** Tells whether an administrator looks after the whole system, beyond a company. */
export type Operators = (administrator: Administrator) => Promise<boolean>;

/**
 * Those whose address is in the settings and who were made at the command line: an owner of a company
 * may invite any address that is free, and take the invitation where no mail is sent.
 */
export function createOperators(addresses: readonly string[], audit: Pick<AuditLog, 'list'>): Operators {
  const listed = new Set(addresses.map(loginKey));
  return async ({ id, companyId, email }) => {
    if (!listed.has(loginKey(email))) return false;
    let before: number | undefined;
    do {
      const { entries, next } = await audit.list(companyId, { action: 'administratorCreated' }, before);
      if (entries.some(({ actor, target }) => actor.kind === 'operator' && target.id === String(id))) return true;
      before = next;
    } while (before !== undefined);
    return false;
  };
}
