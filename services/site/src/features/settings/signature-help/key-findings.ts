import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../../locales/messages.ts';
import type { Finding } from './explain/explain-rejection.ts';
import { timeFindingText } from './time-finding.ts';

export function keyFindingText(locale: Locale, finding: Finding): string {
  const {
    signatureHelp: { result },
    text,
  } = messagesFor(locale);
  if (finding.is === 'fault') return result.faults[finding.fault];
  if (finding.is === 'missingParameter') return text(result.missingParameter, { name: finding.name });
  if (finding.is === 'repeatedParameter') return text(result.repeatedParameter, { name: finding.name });
  return finding.is === 'outOfWindow' ? timeFindingText(locale, finding) : result.findings[finding.is];
}
