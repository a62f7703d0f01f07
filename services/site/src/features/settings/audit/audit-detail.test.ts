import { locales } from '@vitae/proto/locale';
import { auditActions } from '@vitae/accounts/audit/audit-actions';
import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import { detailWords } from './audit-detail.ts';

/** Every kind of detail that is written, with what a French reader is told. */
const WORDED: [AuditEntry['action'], Record<string, string>, string[]][] = [
  ['administratorCreated', { role: 'owner' }, ['propriétaire']],
  ['invited', { role: 'viewer' }, ['lecteur']],
  ['invitationAccepted', { role: 'administrator' }, ['administrateur']],
  ['roleChanged', { from: 'viewer', to: 'owner' }, ['lecteur → propriétaire']],
  ['keyRolled', { to: 'vk_…9f', overlap: '3 d' }, ['nouvelle clé : vk_…9f', 'l’ancienne clé vaut encore 3 jours']],
  ['keyRolled', { to: 'vk_…9f', overlap: '0' }, ['nouvelle clé : vk_…9f', 'l’ancienne clé a pris fin aussitôt']],
  ['timestampPolicyChanged', { policy: 'enforce' }, ['Exiger : cinq minutes']],
  [
    'timestampPolicyChanged',
    { from: 'off', to: 'report' },
    ['Aucune : toute heure, comme toujours → Compter : toute heure, les appels tardifs sont comptés'],
  ],
  ['applicationKeyRolled', { what: 'consumer secret' }, ['Secret de consommateur']],
  ['applicationKeyRolled', { what: 'consumerSecret' }, ['Secret de consommateur']],
  ['applicationKeyRolled', { what: 'apiKey' }, ['apiKey']],
  [
    'limitsChanged',
    { from: '60/20', to: '120/40' },
    ['60 appels standard et 20 intensifs par minute → 120 appels standard et 40 intensifs par minute'],
  ],
];

test.each(WORDED)('%s with %j reads in French', (action, detail, words) => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, ' ');
  expect(detailWords('fr', { action, detail }).map(plain)).toEqual(words.map(plain));
});

test('no action shows a detail as it is stored', () => {
  const raw = { from: 'off', to: 'viewer', role: 'viewer', policy: 'report', what: 'consumer secret', overlap: '3 d' };
  for (const locale of locales)
    for (const action of auditActions.filter((one) => one !== 'keyRolled'))
      for (const text of detailWords(locale, { action, detail: raw })) expect(Object.values(raw)).not.toContain(text);
});
