import type { AuditTarget } from '../../audit/audit-log.ts';
import type { Administrator } from '../../credentials/administrators.ts';

export function administratorTarget({ id, email }: Administrator): AuditTarget {
  return { kind: 'administrator', id: String(id), name: email };
}
