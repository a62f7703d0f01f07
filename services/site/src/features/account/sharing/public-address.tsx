import { MAX_SLUG } from '@vitae/kit/slug';
import type { ComponentChildren, VNode } from 'preact';
import { Button, Field, type FieldProps, PostForm } from '../../../components/form.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountView } from '../account-view.ts';
import type { OwnCv } from '../own-cvs.ts';
import { AnonymizedAddress } from './anonymized-address.tsx';
import { FormerNames } from './former-names.tsx';
import { namePrefix, type Sharing, type UserSlugFault } from './own-sharing.ts';
import { sharePath } from './share-path.ts';
import { ShareableAddress } from './shareable-address.tsx';

export type AddressProblem = { reason: 'invalid' | 'tooLong' | 'taken' | 'unsaved'; slug: string };
export type UserAddressProblem = {
  fault: UserSlugFault | 'tooLong' | 'tooOften' | 'unsaved';
  userSlug: string;
  /** Minutes until the owner can try again. */
  waitMinutes?: number;
};

export type PublicAddressProps = {
  view: AccountView;
  cv: OwnCv;
  sharing: Sharing;
  addressProblem?: AddressProblem | undefined;
  userAddressProblem?: UserAddressProblem | undefined;
};

/** The public address of a CV, and the forms that change its parts. */
export function PublicAddress(props: PublicAddressProps): VNode {
  const { view, cv } = props;
  const { account } = messagesFor(view.locale);
  const label = account.cvs.publicAddress;
  return (
    <section class="sheet stack" aria-label={label}>
      {cv.publicUrl === '' ? (
        <PublishForm view={view} cv={cv} />
      ) : (
        <ShareableAddress view={view} id="public" label={label} url={cv.publicUrl} />
      )}
      {cv.anonymized && cv.publicUrl !== '' && <AnonymizedAddress view={view} cvId={cv.id} />}
      {!cv.main && <CvAddressForm {...props} />}
      <UserAddressForm {...props} />
    </section>
  );
}

function PublishForm({ view, cv }: Pick<PublicAddressProps, 'view' | 'cv'>): VNode {
  const { account, share } = messagesFor(view.locale);
  return (
    <PostForm action={`/account/cvs/${cv.id}/publish`} sessionId={view.sessionId} class="stack-tight">
      <p>{share.unpublished}</p>
      <Button kind="secondary">{account.cvs.publish}</Button>
    </PostForm>
  );
}

function CvAddressForm({ view, cv, sharing, addressProblem: problem }: PublicAddressProps): VNode {
  const {
    editor,
    share: { address: messages },
    text,
  } = messagesFor(view.locale);
  const prefix = sharing.pageUrl.slice(0, sharing.pageUrl.lastIndexOf('/') + 1);
  return (
    <AddressForm
      view={view}
      action={`${sharePath(cv.id)}/address`}
      messages={messages}
      lead={messages.warning}
      kind="danger"
      field={{
        name: 'slug',
        hint: text(messages.hint, { prefix }),
        value: problem?.slug ?? sharing.slug,
        error:
          problem &&
          (problem.reason === 'unsaved' ? editor.expired : text(messages[problem.reason], { max: MAX_SLUG })),
      }}
    />
  );
}

function UserAddressForm({ view, cv, sharing, userAddressProblem: problem }: PublicAddressProps): VNode {
  const {
    editor,
    share: { userAddress: messages },
    text,
  } = messagesFor(view.locale);
  return (
    <AddressForm
      view={view}
      action={`${sharePath(cv.id)}/user-address`}
      messages={messages}
      lead={messages.lead}
      kind="secondary"
      field={{
        name: 'userSlug',
        hint: text(messages.hint, { prefix: namePrefix(sharing) }),
        value: problem?.userSlug ?? sharing.userSlug,
        error:
          problem &&
          (problem.fault === 'unsaved'
            ? editor.expired
            : text(messages[problem.fault], { minutes: problem.waitMinutes ?? 0, max: MAX_SLUG })),
      }}
    >
      {sharing.formerUserSlugs.length > 0 && <FormerNames view={view} cvId={cv.id} names={sharing.formerUserSlugs} />}
    </AddressForm>
  );
}

type AddressFormProps = {
  view: AccountView;
  action: string;
  messages: Record<'title' | 'label' | 'submit', string>;
  /** What happens to the current address. */
  lead: string;
  kind: 'danger' | 'secondary';
  field: Pick<FieldProps, 'name' | 'hint' | 'value' | 'error'>;
  /** Follows the form. */
  children?: ComponentChildren;
};

/** A form that changes one part of the address. It is open if what was typed is rejected. */
function AddressForm({ view, action, messages, lead, kind, field, children }: AddressFormProps): VNode {
  return (
    <details open={field.error !== undefined}>
      <summary>{messages.title}</summary>
      <div class="stack">
        <PostForm action={action} sessionId={view.sessionId} class="stack">
          <p>{lead}</p>
          <Field label={messages.label} autocomplete="off" {...field} />
          <Button kind={kind}>{messages.submit}</Button>
        </PostForm>
        {children}
      </div>
    </details>
  );
}
