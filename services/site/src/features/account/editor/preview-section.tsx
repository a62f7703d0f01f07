import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import { FileLinks } from '../file-links.tsx';
import { PreviewToolbar } from './preview-toolbar.tsx';
import type { PreviewTexts } from './script-texts.ts';

const PREVIEW_ID = 'cv-preview';

/** The links at the top of a page of the editor. The preview is below the form on small screens. */
export function EditorLinks({ view, back, text }: { view: AccountView; back: string; text: string }): VNode {
  return (
    <p class="editor-links">
      <a href={back}>{text}</a>
      <a class="preview-link" href={`#${PREVIEW_ID}`}>
        {messagesFor(view.locale).editor.previewTitle}
      </a>
    </p>
  );
}

/** The CV as it is printed or as visitors see it. */
export function Preview({ view, cvId }: { view: AccountView; cvId: number }): VNode {
  const { editor } = messagesFor(view.locale);
  const address = `/account/cvs/${cvId}/preview`;
  const texts: PreviewTexts = {
    address,
    pages: editor.previewPages,
    web: editor.previewWeb,
    count: editor.previewCount,
    page: editor.previewPage,
    tooManyPages: editor.previewTooManyPages,
    outdated: editor.previewProblems.outdated,
    anonymized: editor.previewAnonymized,
  };
  return (
    <details id={PREVIEW_ID} class="preview" open>
      <summary>{editor.previewTitle}</summary>
      <p class="pieces preview-views" data-texts={JSON.stringify(texts)}>
        <PreviewToolbar {...texts} />
      </p>
      <iframe id="preview" name="preview" src={address} title={editor.previewTitle} />
      <p>
        <a id="preview-open" href={address}>
          {editor.previewOpen}
        </a>
      </p>
      <FileLinks view={view} cvId={cvId} />
    </details>
  );
}
