import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Locale } from '@vitae/proto/locale';
import type { ComponentChildren, VNode } from 'preact';
import { Button, FormOwner, PostForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-view.ts';

type FrameProps = {
  view: AccountView;
  title: string;
  owner?: Owner;
  width?: 'narrow' | 'wide';
  /** Parameters of the address that a change of the language keeps. */
  query?: Readonly<Record<string, string>>;
  scripts?: readonly string[];
  children: ComponentChildren;
};

/** The frame of account pages, with a menu and a button to sign out for signed-in owners. */
export function Frame({ view, title, owner, width = 'wide', query = {}, scripts = [], children }: FrameProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const inLanguage = (locale: Locale) => `${view.path}?${new URLSearchParams({ ...query, locale })}`;
  const signOut = owner && (
    <PostForm action="/account/sign-out" sessionId={view.sessionId}>
      <Button kind="quiet">{signIn.signOut}</Button>
    </PostForm>
  );
  return (
    <Page
      locale={view.locale}
      title={title}
      inLanguage={view.isSubmitted ? undefined : inLanguage}
      aside={signOut}
      beside={owner && <Menu view={view} />}
      width={width}
      scripts={scripts}
    >
      <FormOwner.Provider value={owner?.userId}>{children}</FormOwner.Provider>
    </Page>
  );
}

const menuPaths = {
  cvs: '/account',
  preferences: '/account/preferences',
  statistics: '/account/statistics',
  comments: '/account/comments',
  data: '/account/data',
  profile: '/account/profile',
} as const;

/** A page below an entry of the menu belongs to it. Those of CVs and applications belong to the account page. */
function currentOf(entry: string, path: string): 'page' | 'true' | undefined {
  if (entry === path) return 'page';
  const parts = entry === menuPaths.cvs ? ['/account/cvs', '/account/applications'] : [entry];
  return parts.some((part) => `${path}/`.startsWith(`${part}/`)) ? 'true' : undefined;
}

function Menu({ view }: { view: AccountView }): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <nav class="account-menu" aria-label={account.title}>
      <ul>
        {Object.entries(menuPaths).map(([name, path]) => (
          <li key={path}>
            <a href={path} aria-current={currentOf(path, view.path)}>
              {account.menu[name as keyof typeof menuPaths]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
