import { type Company, companySignInPath } from '@vitae/accounts/companies/company-store';
import type { VNode } from 'preact';
import { Notice } from '../../components/notice.tsx';
import { type SignInFailure, SignInForm } from '../../components/sign-in-form.tsx';
import { failureBeside, UnsavedNotice } from '../../components/unsaved-notice.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import { TypedList } from './gone-page.tsx';
import type { TypedText } from './typed-texts.ts';

export function AccountSignInPage({
  view,
  company,
  login = '',
  failure,
  kept,
  returns,
  omitted,
  typed = [],
  current,
  done,
}: {
  view: AccountView;
  /** Only users of this company sign in on the page. */
  company?: Company | undefined;
  /** Why the form is not shown again. */
  omitted?: 'tooLarge' | 'file' | undefined;
  /** What the owner typed into the kept form. */
  typed?: readonly TypedText[] | undefined;
  /** The user name of the owner who is signed in, if the kept form belongs to another one. */
  current?: string | undefined;
  login?: string;
  failure?: SignInFailure | undefined;
  /** An encrypted form that is shown again after the sign-in. */
  kept?: string | undefined;
  /** An encrypted form that expired. The sign-in returns to its page. */
  returns?: string | undefined;
  done?: 'signedOut' | 'passwordSet' | undefined;
}): VNode {
  const { signIn, versions, text } = messagesFor(view.locale);
  const keeping = { kept, omitted };
  return (
    <Frame view={view} title={signIn.title} width="narrow">
      <div class="sheet stack">
        <h1>{signIn.title}</h1>
        {company && <p class="lead">{text(signIn.companyLead, { company: company.name })}</p>}
        {done && <Notice kind="good">{signIn[done]}</Notice>}
        <UnsavedNotice locale={view.locale} {...{ keeping, failure, current }} />
        {current !== undefined && (
          <p>
            <a class="button button-secondary" href="/account">
              {text(signIn.otherAccount.stay, { current })}
            </a>
          </p>
        )}
        <SignInForm
          locale={view.locale}
          sessionId={view.sessionId}
          action={company ? companySignInPath(company) : '/account/sign-in'}
          loginField="login"
          login={login}
          failure={failureBeside(keeping, failure)}
          carry={{ kept, returns }}
        />
        {typed.length > 0 && (
          <details open={current !== undefined}>
            <summary>{versions.gone.typed}</summary>
            <TypedList typed={typed} />
          </details>
        )}
        {failure?.reason === 'wrong' && !company && <p>{signIn.otherWays}</p>}
        <p>
          <a href={company ? `/account/forgotten?company=${company.slug ?? company.id}` : '/account/forgotten'}>
            {signIn.forgotten}
          </a>
        </p>
      </div>
    </Frame>
  );
}
