import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import { parseRole } from '@vitae/accounts/administrators/administrator-roles';
import type { Locale } from '../../../locales/locale.ts';
import { applicationsWords } from '../../../locales/settings/applications/catalogue.ts';
import { auditWords } from '../../../locales/settings/audit/catalogue.ts';
import { keysWords } from '../../../locales/settings/keys/catalogue.ts';
import { shellWords } from '../../../locales/settings/shell/catalogue.ts';

type Detail = Pick<AuditEntry, 'action' | 'detail'>;

/** What changed, in words. What has no words here is not shown: it would mean nothing to who reads the page. */
export function detailWords(locale: Locale, { action, detail = {} }: Detail): string[] {
  const words = auditWords[locale];
  const { from, to, role, policy, what, overlap } = detail;
  const inWords = (value: string | undefined) => valueWords(locale, action, value);
  const [before, after] = [inWords(from), inWords(to)];
  return [
    before && after ? words.change(before, after) : after,
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
      return role && shellWords[locale].roles[role];
    }
    case 'timestampPolicyChanged':
      return Object.entries(keysWords[locale].legacy.policies).find(([policy]) => policy === value)?.[1];
    case 'keyRolled':
      return auditWords[locale].newKey(value);
    case 'applicationKeyRolled': {
      const { consumerSecret, apiKey } = applicationsWords[locale].made;
      return value === 'apiKey' ? apiKey : consumerSecret;
    }
    case 'limitsChanged': {
      const [standard = '', intensive = ''] = value.split('/');
      return intensive === '' ? undefined : auditWords[locale].limits(standard, intensive);
    }
    default:
      return undefined;
  }
}

function overlapWords(locale: Locale, days: number): string {
  const { overlap, noOverlap } = auditWords[locale];
  if (days === 0) return noOverlap;
  return overlap(new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days));
}
