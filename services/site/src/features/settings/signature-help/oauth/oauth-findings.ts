import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../../../locales/messages.ts';
import { timeFindingText } from '../time-finding.ts';
import type { OAuthFinding } from './explain/oauth-finding.ts';

export function oauthFindingText(locale: Locale, finding: OAuthFinding): string {
  const { oauthHelp, text } = messagesFor(locale);
  const { findings, faults } = oauthHelp;
  if (finding.is === 'outOfWindow') return timeFindingText(locale, finding);
  if (finding.is === 'fault') return text(faults[finding.fault], { name: finding.name ?? '' });
  if (finding.is === 'missingParameters') return text(findings.missingParameters, { names: finding.names });
  return text(findings[finding.is], { name: 'name' in finding ? finding.name : '' });
}
