import { recordFacts } from '@vitae/kit/http/log-requests';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import type { Request, RequestHandler } from 'express';
import type { VNode } from 'preact';
import { Page } from '../../components/page.tsx';
import { queryOf } from '../../layout/form.ts';
import { sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import { messagesFor } from '../../locales/messages.ts';
import { createCookie } from '../../sessions/cookie.ts';

export type Landing = {
  /** Shows where owners, administrators and developers continue. */
  page: RequestHandler;
  /** Redirects from the hosts of the APIs to the page. */
  redirect: RequestHandler;
};

export function createLanding(siteUrl: string): Landing {
  const languageCookie = createCookie('vitae_language', siteUrl);
  return {
    page: (request, response, next) => {
      if (!isForBrowser(request)) return next();
      recordFacts(response, { route: '/' });
      const requested = parseLocale(queryOf(request, 'locale'));
      const locale = requested ?? parseLocale(languageCookie.read(request)) ?? browserLocale(request);
      sendPage(response, <LandingPage locale={locale} query={requested ? `?locale=${requested}` : ''} />);
    },
    redirect: (request, response, next) => {
      if (!isForBrowser(request)) return next();
      response.set('Cache-Control', 'no-store').redirect(302, `${siteUrl}/`);
    },
  };
}

/** Clients that prefer JSON get the JSON error of an unknown address. */
function isForBrowser(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && request.path === '/' && request.accepts(['html', 'json']) !== 'json';
}

/** `query` carries a chosen language to the linked pages. */
function LandingPage({ locale, query }: { locale: Locale; query: string }): VNode {
  const { landing } = messagesFor(locale);
  return (
    <Page locale={locale} title={landing.title} inLanguage={(one) => `/?locale=${one}`} width="wide">
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{landing.title}</h1>
          <p class="lead">{landing.lead}</p>
        </div>
        <div class="card-grid">
          {(['account', 'settings'] as const).map((area) => (
            <section key={area} class="sheet sheet-small stack" aria-labelledby={area}>
              <div class="stack-tight">
                <h2 id={area}>{landing[area].title}</h2>
                <p class="muted">{landing[area].text}</p>
              </div>
              <p>
                <a class="button button-primary" href={`/${area}${query}`}>
                  {landing[area].link}
                </a>
              </p>
            </section>
          ))}
        </div>
        <section class="sheet sheet-small stack-tight" aria-labelledby="docs">
          <h2 id="docs">{landing.docs.title}</h2>
          <p class="muted">{landing.docs.text}</p>
          <ul class="tab-list">
            <li>
              <a href="/docs">{landing.docs.reference}</a>
            </li>
            <li>
              <a href="/docs/first-request">{landing.docs.firstRequest}</a>
            </li>
            <li>
              <a href="/docs/signing">{landing.docs.signing}</a>
            </li>
            <li>
              <a href="/docs/oauth">{landing.docs.oauth}</a>
            </li>
          </ul>
        </section>
      </div>
    </Page>
  );
}
