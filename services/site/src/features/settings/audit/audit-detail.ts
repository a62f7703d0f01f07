import type { Locale } from '@vitae/proto/locale';
import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import { parseRole } from '@vitae/accounts/administrators/administrator-roles';
import { messagesFor } from '../../../locales/messages.ts';

type Detail = Pick<AuditEntry, 'action' | 'detail'>;

/** What changed, in messages. What has no messages here is not shown: it would mean nothing to who reads the page. */
export function detailWords(locale: Locale, { action, detail = {} }: Detail): string[] {
  const { audit: messages } = messagesFor(locale);
  const { from, to, role, policy, what, overlap } = detail;
  const inWords = (value: string | undefined) => valueWords(locale, action, value);
  const [before, after] = [inWords(from), inWords(to)];
  return [
    before && after ? messages.change(before, after) : after,
    inWords(role),
    inWords(policy),
    inWords(what),
    overlap === undefined ? undefined : overlapWords(locale, Number.parseInt(overlap, 10)),
  ].filter((text) => text !== undefined);
}

function valueWords(locale: Locale, action: Detail['action'], value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  switch (action) {
    case 'administratorCreated':
    case 'invited':
    case 'invitationAccepted':
    case 'roleChanged': {
      const role = parseRole(value);
      return role && messagesFor(locale).settings.roles[role];
    }
    case 'timestampPolicyChanged':
      return Object.entries(messagesFor(locale).keys.legacy.policies).find(([policy]) => policy === value)?.[1];
    case 'keyRolled':
      return messagesFor(locale).audit.newKey(value);
    case 'applicationKeyRolled': {
      const { consumerSecret, apiKey } = messagesFor(locale).applications.made;
      return value === 'apiKey' ? apiKey : consumerSecret;
    }
    case 'limitsChanged': {
      const [standard = '', intensive = ''] = value.split('/');
      return intensive === '' ? undefined : messagesFor(locale).audit.limits(standard, intensive);
    }
    default:
      return undefined;
  }
}

function overlapWords(locale: Locale, days: number): string {
  const { overlap, noOverlap } = messagesFor(locale).audit;
  if (days === 0) return noOverlap;
  return overlap(new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days));
}
