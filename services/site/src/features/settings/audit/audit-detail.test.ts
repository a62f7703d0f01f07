import { auditActions } from '@vitae/accounts/audit/audit-actions';
import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import { locales } from '@vitae/proto/locale';
import { auditDetail } from './audit-detail.ts';

/** Every kind of stored detail, with the text of the English page. */
const DETAILS: [AuditEntry['action'], Record<string, string>, string[]][] = [
  ['administratorCreated', { role: 'owner' }, ['Owner']],
  ['invited', { role: 'viewer' }, ['Viewer']],
  ['invitationAccepted', { role: 'administrator' }, ['Administrator']],
  ['roleChanged', { from: 'viewer', to: 'owner' }, ['Viewer → Owner']],
  ['keyRolled', { to: 'vk_…9f', overlap: '3 d' }, ['new key: vk_…9f', 'the old key works for 3 more days']],
  ['keyRolled', { to: 'vk_…9f', overlap: '0' }, ['new key: vk_…9f', 'the old key stopped working immediately']],
  ['timestampPolicyChanged', { policy: 'enforce' }, ['Enforce: accept timestamps within five minutes']],
  [
    'timestampPolicyChanged',
    { from: 'off', to: 'report' },
    ['Off: accept any timestamp → Report: accept any timestamp, count late requests'],
  ],
  ['compatibilityChanged', { from: 'none', to: '2012' }, ['Off → Programs from around 2012']],
  ['keyCreated', { compatibility: '2012' }, ['compatibility profile: 2012']],
  [
    'applicationChanged',
    { origins: 'https://a.example https://b.example' },
    ['origins: https://a.example https://b.example'],
  ],
  ['applicationChanged', { origins: '' }, ['origins: none']],
  [
    'keyFenceChanged',
    { endpoints: 'cv.read users.read', networks: '192.0.2.0/24', singleUse: 'true' },
    ['2 endpoints; networks: 192.0.2.0/24; each signature accepted once for changes'],
  ],
  [
    'keyFenceChanged',
    { endpoints: 'cv.read', networks: '', singleUse: 'false' },
    ['1 endpoint; networks: any; signatures can be repeated'],
  ],
  ['keyFenceRemoved', {}, []],
  ['applicationKeyRolled', { what: 'consumer secret' }, ['Consumer secret']],
  ['applicationKeyRolled', { what: 'consumerSecret' }, ['Consumer secret']],
  ['applicationKeyRolled', { what: 'apiKey' }, ['apiKey']],
  ['companyAddressChanged', { from: 'acme', to: 'acme-north' }, ['/acme/sign-in → /acme-north/sign-in']],
  [
    'limitsChanged',
    { from: '60/20', to: '120/40' },
    ['60 standard and 20 intensive requests per minute → 120 standard and 40 intensive requests per minute'],
  ],
];

it.each(DETAILS)('describes %s with %j', (action, detail, texts) => {
  expect(auditDetail('en', { action, detail })).toEqual(texts);
});

it('translates every stored value', () => {
  const raw = { from: 'off', to: 'viewer', role: 'viewer', policy: 'report', what: 'consumer secret', overlap: '3 d' };
  for (const locale of locales)
    for (const action of auditActions.filter((one) => one !== 'keyRolled'))
      for (const text of auditDetail(locale, { action, detail: raw })) expect(Object.values(raw)).not.toContain(text);
});
