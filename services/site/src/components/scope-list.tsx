import type { VNode } from 'preact';
import type { Locale } from '../locales/locale.ts';
import { catalogues } from '../locales/catalogues.ts';

/** What an application may read, in plain words: the same for all of them. */
export function ScopeList({ locale }: { locale: Locale }): VNode {
  return (
    <ul class="scope-list">
      {Object.entries(catalogues[locale].scopes).map(([scope, words]) => (
        <li key={scope}>{words}</li>
      ))}
    </ul>
  );
}
