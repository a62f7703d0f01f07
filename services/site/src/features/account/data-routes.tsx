import { pipeline } from 'node:stream/promises';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Clock } from '@vitae/kit/clock';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { Router } from 'express';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { sendPage } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import type { AccountContext } from './account-context.tsx';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { ApplicationAccesses } from './application-accesses.ts';
import type { ConnectedApplications } from './connected-applications.ts';
import type { OwnData } from './own-data.ts';

export type DataRoutesDependencies = {
  data: OwnData;
  applications: Pick<ConnectedApplications, 'list'>;
  accesses: ApplicationAccesses;
  rate: Pick<RateLimiter, 'count'>;
  clock: Clock;
};

const PATH = '/account/data';
/** Includes attempts that fail, because each one reads lists of the owner's data. */
const ATTEMPTS: RateLimit = { name: 'own-data-attempts', max: 30, windowSeconds: 3_600 };
const DOWNLOADS: RateLimit = { name: 'own-data', max: 5, windowSeconds: 3_600 };
/** Limits how long a slow client can keep a download open. */
const MAX_DOWNLOAD_MS = 600_000;

/** /account/data: the download of all data of the owner. */
export function dataRoutes(
  account: AccountContext,
  { data, applications, accesses, rate, clock }: DataRoutesDependencies,
): Router {
  const router = Router();
  router.get(
    PATH,
    account.onPage(({ response, view, owner }) => sendPage(response, <DataPage view={view} owner={owner} />)),
  );
  router.post(
    PATH,
    account.onForm(async ({ request, response, view, owner }, form) => {
      form.parse({});
      const isLimited = async (limit: RateLimit): Promise<boolean> => {
        const retryAfter = await rate.count(limit, String(owner.userId));
        if (retryAfter === 0) return false;
        response.set('Retry-After', String(retryAfter));
        const page = <DataPage view={view} owner={owner} waitMinutes={Math.ceil(retryAfter / 60)} />;
        sendPage(response, page, { status: 429 });
        return true;
      };
      if (await isLimited(ATTEMPTS)) return;
      const disconnected = abortOnDisconnect(request);
      const signal = AbortSignal.any([disconnected, AbortSignal.timeout(MAX_DOWNLOAD_MS)]);
      const connected = await applications.list(owner.userId);
      const start = await data.prepare(owner, { connected, accesses }, { requestId: requestIdOf(response), signal });
      // Downloads that fail because a service is unavailable are not counted.
      if (await isLimited(DOWNLOADS)) return;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      response.set('Cache-Control', 'private, no-store').attachment(`vitae-${day}.zip`).type('application/zip');
      try {
        await pipeline(start(), response, { signal });
      } catch (thrown) {
        if (!disconnected.aborted) throw thrown;
      }
    }),
  );
  return router;
}

type DataPageProps = {
  view: AccountView;
  owner: Owner;
  /** Minutes until the owner can download the data again. */
  waitMinutes?: number;
};

function DataPage({ view, owner, waitMinutes }: DataPageProps): VNode {
  const { data: messages, text } = messagesFor(view.locale);
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <h1>{messages.title}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        {waitMinutes !== undefined && <Notice kind="bad">{text(messages.tooMany, { minutes: waitMinutes })}</Notice>}
        <section class="sheet stack" aria-labelledby="download">
          <h2 id="download">{messages.content}</h2>
          <ul class="plain-list">
            {Object.entries(messages.parts).map(([name, part]) => (
              <li key={name}>{part}</li>
            ))}
          </ul>
          <p>{messages.hint}</p>
          <PostForm action={PATH} sessionId={view.sessionId}>
            <Button>{messages.submit}</Button>
          </PostForm>
        </section>
      </div>
    </Frame>
  );
}
