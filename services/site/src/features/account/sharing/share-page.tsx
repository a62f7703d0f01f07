import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { type LinkPreviewTexts, previewSize } from '@vitae/document/pages/preview-page';
import type { LinkPreviewChoice } from '@vitae/proto/export-source';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { copyScript } from '../../../layout/assets.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import { type LinkProblem, LinksSection } from './links-section.tsx';
import { PublicAddress, type PublicAddressProps } from './public-address.tsx';
import { sharePath } from './share-path.ts';
import { ShareableAddress } from './shareable-address.tsx';

/** What happened, by the key of its message. */
export type ShareNotice = 'added' | 'revoked' | 'replaced' | 'slug' | 'userSlug' | 'released' | 'preview';

export type SharePageProps = PublicAddressProps & {
  owner: Owner;
  /** Missing for a protected CV. */
  texts: LinkPreviewTexts | undefined;
  timeZone: string;
  notice?: ShareNotice | undefined;
  linkProblem?: LinkProblem | undefined;
  /** The submitted choice for the link preview, which was not saved. */
  unsavedPreview?: LinkPreviewChoice | undefined;
};

/** /account/cvs/{id}/share: the links and addresses of a CV, and how links look when they are shared. */
export function SharePage(props: SharePageProps): VNode {
  const { view, owner, cv, sharing, timeZone, notice, linkProblem } = props;
  const { account, share: messages, text } = messagesFor(view.locale);
  const title = text(messages.title, { title: cv.title || account.cvs.untitled });
  return (
    <Frame view={view} title={title} owner={owner} scripts={[copyScript.path]}>
      <div class="stack-wide">
        <p>
          <a href="/account">{account.title}</a>
        </p>
        <h1>{title}</h1>
        {notice && <Notice kind="good">{messages.notices[notice]}</Notice>}
        <PublicAddress {...props} />
        <PrivateLink view={view} cv={cv} />
        <LinksSection {...{ view, timeZone }} cvId={cv.id} links={sharing.links} problem={linkProblem} />
        <LinkPreview {...props} />
      </div>
    </Frame>
  );
}

function PrivateLink({ view, cv }: Pick<SharePageProps, 'view' | 'cv'>): VNode {
  const {
    account,
    share: { replace: messages },
  } = messagesFor(view.locale);
  const label = account.cvs.privateLink;
  return (
    <section class="sheet stack" aria-label={label}>
      <ShareableAddress view={view} id="private" label={label} url={cv.privateUrl} />
      <p class="field-hint">{cv.protected ? account.cvs.protectedHint : account.cvs.privateHint}</p>
      <details>
        <summary>{messages.title}</summary>
        <PostForm action={`${sharePath(cv.id)}/private-link`} sessionId={view.sessionId} class="stack-tight">
          <p>{messages.warning}</p>
          <Button kind="danger">{messages.submit}</Button>
        </PostForm>
      </details>
    </section>
  );
}

function LinkPreview({ view, cv, sharing, texts, unsavedPreview }: SharePageProps): VNode {
  const { common, share } = messagesFor(view.locale);
  const messages = share.preview;
  return (
    <section class="sheet stack" aria-labelledby="preview">
      <h2 id="preview">{messages.title}</h2>
      {texts === undefined ? (
        <p>{messages.protected}</p>
      ) : (
        <>
          <p>{messages.lead}</p>
          <div class="link-preview">
            <img src={`${sharePath(cv.id)}/preview.png`} alt={messages.picture} loading="lazy" {...previewSize} />
            <div class="stack-tight">
              <p class="muted">{new URL(cv.privateUrl).host}</p>
              <p>
                <strong>
                  <bdi>{texts.title || common.siteName}</bdi>
                </strong>
              </p>
              {texts.description !== '' && <p dir="auto">{texts.description}</p>}
            </div>
          </div>
          {cv.anonymized ? <p>{messages.anonymized}</p> : <PreviewForm {...{ view, cv, sharing, unsavedPreview }} />}
        </>
      )}
    </section>
  );
}

type PreviewFormProps = Pick<SharePageProps, 'view' | 'cv' | 'sharing' | 'unsavedPreview'>;

function PreviewForm({ view, cv, sharing, unsavedPreview }: PreviewFormProps): VNode {
  const { editor, share } = messagesFor(view.locale);
  const { preview: messages } = share;
  const shown = unsavedPreview ?? sharing.shown;
  return (
    <PostForm
      action={`${sharePath(cv.id)}/preview`}
      sessionId={view.sessionId}
      carry={{ shown: JSON.stringify({ name: sharing.shown.name, photo: sharing.shown.photo }) }}
      class="stack"
    >
      {unsavedPreview && <Notice kind="bad">{editor.expired}</Notice>}
      <fieldset class="choices" aria-describedby="preview-hint">
        <legend>{messages.shown}</legend>
        {(['name', 'photo'] as const).map((name) => (
          <label key={name}>
            <input type="checkbox" name={name} value="1" checked={shown[name]} /> {messages[name]}
          </label>
        ))}
      </fieldset>
      <p class="field-hint" id="preview-hint">
        {messages.hint}
      </p>
      <Button kind="secondary">{messages.submit}</Button>
    </PostForm>
  );
}
