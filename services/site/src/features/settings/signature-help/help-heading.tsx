import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';

/** The two kinds of signature help: for API keys, and for applications. */
export const helpPaths = { key: areaPath('signature'), oauth: `${areaPath('signature')}/oauth` } as const;

/** The title, and links between the two kinds of signature help. */
export function HelpHeading({ locale, path, lead }: { locale: Locale; path: string; lead: string }): VNode {
  const { title, kinds } = messagesFor(locale).signatureHelp;
  return (
    <div class="stack-tight">
      <h1>{title}</h1>
      <nav class="period" aria-label={kinds.label}>
        <ul class="tab-list">
          {(['key', 'oauth'] as const).map((kind) => (
            <li key={kind}>
              <a href={helpPaths[kind]} aria-current={helpPaths[kind] === path ? 'page' : undefined}>
                {kinds[kind]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p class="lead">{lead}</p>
    </div>
  );
}
