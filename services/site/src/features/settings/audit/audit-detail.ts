import { parseRole } from '@vitae/accounts/administrators/administrator-roles';
import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../../locales/messages.ts';

type Detail = Pick<AuditEntry, 'action' | 'detail'>;

/** Describes what changed. Omits stored values that have no message, because they mean nothing to the reader. */
export function auditDetail(locale: Locale, { action, detail = {} }: Detail): string[] {
  const { audit, text } = messagesFor(locale);
  const [from, to, role, policy, what] = [detail.from, detail.to, detail.role, detail.policy, detail.what].map(
    (value) => (value === undefined ? undefined : valueText(locale, action, value)),
  );
  return [
    from && to ? text(audit.change, { from, to }) : to,
    role,
    policy,
    what,
    detail.compatibility && text(audit.compatibility, { profile: detail.compatibility }),
    detail.origins === undefined ? undefined : text(audit.origins, { origins: detail.origins || audit.noOrigins }),
    detail.endpoints &&
      text(audit.fence, {
        endpoints: detail.endpoints.split(' ').length,
        networks: detail.networks || audit.anyNetwork,
        singleUse: detail.singleUse ?? '',
      }),
    detail.overlap && text(audit.overlap, { days: Number.parseInt(detail.overlap, 10) }),
  ].filter((part) => part !== undefined);
}

function valueText(locale: Locale, action: Detail['action'], value: string): string | undefined {
  const { applications, audit, keys, settings, text } = messagesFor(locale);
  switch (action) {
    case 'administratorCreated':
    case 'invited':
    case 'invitationAccepted':
    case 'roleChanged': {
      const role = parseRole(value);
      return role && settings.roles[role];
    }
    case 'timestampPolicyChanged':
      return Object.entries(keys.legacy.policies).find(([policy]) => policy === value)?.[1];
    case 'compatibilityChanged':
      return Object.entries(settings.compatibility.choices).find(([choice]) => choice === value)?.[1];
    case 'keyRolled':
      return text(audit.newKey, { key: value });
    case 'applicationKeyRolled':
      return value === 'apiKey' ? applications.made.apiKey : applications.made.consumerSecret;
    case 'companyAddressChanged':
      return `/${value}/sign-in`;
    case 'limitsChanged': {
      const [standard, intensive] = value.split('/');
      if (!standard || !intensive) return undefined;
      return text(audit.limits, { standard: Number(standard), intensive: Number(intensive) });
    }
    default:
      return undefined;
  }
}
