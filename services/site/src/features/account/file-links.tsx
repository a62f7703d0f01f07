import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';
import { ownFormats } from './own-files.ts';

/** Links to the files of a CV. With several CVs on a page, the title names the CV to screen readers. */
export function FileLinks({ view, cvId, title }: { view: AccountView; cvId: number; title?: string }): VNode {
  const { newCv } = messagesFor(view.locale);
  const labelOf = (format: string) => {
    const download = `${newCv.download} ${format.toUpperCase()}`;
    return title === undefined ? download : `${download}: ${isolateText(title)}`;
  };
  return (
    <p class="pieces">
      <span class="muted">{newCv.download}</span>
      {ownFormats.map((format) => (
        <a key={format} href={`/account/cvs/${cvId}/export?format=${format}`} aria-label={labelOf(format)}>
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  );
}
