import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { loginKey } from '@vitae/accounts/credentials/owner-credentials';

/** Returns whether an administrator operates the whole system. */
export type Operators = (administrator: Administrator) => Promise<boolean>;

/**
 * Operators have an address from the settings and were created on the command line. The address alone is not enough:
 * an owner can invite any free address, and accept the invitation if the server sends no mail.
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
