import type { ComponentChildren, VNode } from 'preact';
import { Button, FormOwner, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { type AreaName, areaGroups, areaPath } from './settings-area.ts';
import { languageLinks, type SettingsView, type VisitorView } from './settings-view.ts';

type SettingsPageProps = {
  view: SettingsView;
  /** The current area in the menu. */
  area: AreaName | undefined;
  title: string;
  /** Addresses of optional scripts. */
  scripts?: readonly string[];
  children: ComponentChildren;
};

const MENU_ID = 'settings-menu';

/** A settings page for signed-in administrators, with a menu that small windows show behind a button. */
export function SettingsPage({ view, area, title, scripts = [], children }: SettingsPageProps): VNode {
  const { editor, settings: messages } = messagesFor(view.locale);
  return (
    <Page
      locale={view.locale}
      title={title}
      inLanguage={languageLinks(view)}
      aside={<SignedInAs view={view} />}
      width="settings"
      scripts={scripts}
      beside={
        <>
          <button type="button" class="menu-button" popovertarget={MENU_ID}>
            {messages.menu}
          </button>
          <Menu view={view} area={area} />
        </>
      }
    >
      <FormOwner.Provider value={view.administrator.id}>
        <div class="stack-wide">
          {view.isUnsaved && <Notice kind="bad">{editor.expired}</Notice>}
          {children}
        </div>
      </FormOwner.Provider>
    </Page>
  );
}

function Menu({ view: { locale, areas }, area }: Pick<SettingsPageProps, 'view' | 'area'>): VNode {
  const { settings: messages } = messagesFor(locale);
  return (
    <nav class="settings-menu" id={MENU_ID} popover="auto" aria-label={messages.title}>
      {Object.entries(areaGroups).map(([group, names]) => {
        const shown = names.filter((name) => areas.includes(name));
        return (
          shown.length > 0 && (
            <div key={group} class="menu-group">
              <p class="menu-title" id={`menu-${group}`}>
                {messages.groups[group as keyof typeof areaGroups]}
              </p>
              <ul aria-labelledby={`menu-${group}`}>
                {shown.map((name) => (
                  <li key={name}>
                    <a href={areaPath(name)} aria-current={name === area ? 'page' : undefined}>
                      {messages.areas[name]}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}

function SignedInAs({ view }: { view: SettingsView }): VNode {
  return (
    <div class="masthead-aside">
      <span class="company-name">{view.company.name}</span>
      <span class="muted signed-in-name">{view.administrator.email}</span>
      <PostForm action="/settings/sign-out" sessionId={view.formKey}>
        <Button kind="quiet">{messagesFor(view.locale).signIn.signOut}</Button>
      </PostForm>
    </div>
  );
}

type AskPageProps = { view: VisitorView; title: string; children: ComponentChildren };

/** A page without the menu, for example for sign-in, links and missing permissions. */
export function AskPage({ view, title, children }: AskPageProps): VNode {
  return (
    <Page locale={view.locale} title={title} inLanguage={languageLinks(view)}>
      <div class="sheet stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}

/** The page for administrators whose role lacks the permission. */
export function ForbiddenPage({ view }: { view: SettingsView }): VNode {
  const { forbidden } = messagesFor(view.locale).settings;
  return (
    <AskPage view={{ ...view, address: '/settings' }} title={forbidden.title}>
      <p class="lead">{view.may('administrator') ? forbidden.administrator : forbidden.viewer}</p>
      <p>
        <a class="button button-secondary" href="/settings">
          {forbidden.back}
        </a>
      </p>
    </AskPage>
  );
}
