import { once } from 'node:events';
import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import type { MinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import type { RejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { createConsumptionReports } from '@vitae/accounts/consumption/report';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { type Response, Router } from 'express';
import type { Redis } from 'ioredis';
import { renderToString } from 'preact-render-to-string';
import { liveScript } from '../../../layout/assets.ts';
import { sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea } from '../settings-site.tsx';
import { CellsPage } from './cells-page.tsx';
import { exportConsumption } from './consumption-export.ts';
import { consumptionFormat } from './consumption-format.ts';
import { ConsumptionMetrics, ConsumptionPage } from './consumption-page.tsx';
import { type ConsumptionQuery, readQuery } from './consumption-query.ts';
import { createLiveStreams } from './live-streams.ts';
import { type ConsumptionReader, createConsumptionReader } from './read-consumption.ts';
import { RejectedPage } from './rejected-page.tsx';

export type ConsumptionAreaDependencies = {
  buffer: MinuteBuffer;
  store: ConsumptionStore;
  rejectedRequests: RejectedRequests;
  names: SourceNames;
  redis: Redis;
  sessions: Pick<SessionStore, 'isOpen'>;
  /** Maps the endpoint names of the consumption log to addresses such as `GET /api/v1/cv/:id`. */
  endpoints: ReadonlyMap<string, string>;
  companyApiUrl: string;
};

const PATH = areaPath('consumption');
const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="consumption.csv"',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** /settings/consumption: requests by key and endpoint, quota usage and rejection reasons. */
export function createConsumptionArea(dependencies: ConsumptionAreaDependencies): SettingsArea {
  const { buffer, store, names, sessions } = dependencies;
  const reader = createConsumptionReader({ ...dependencies, reports: createConsumptionReports(buffer, store) });
  const streams = createLiveStreams();
  const renderMetrics = async (by: ConsumptionReader, query: ConsumptionQuery) =>
    renderToString(<ConsumptionMetrics consumption={await reader.page(by, query)} />);

  return {
    name: 'consumption',
    routes: ({ requireAdministrator }) => {
      const router = Router();
      router.get(liveScript.path, liveScript.serve);
      router.get(
        PATH,
        requireAdministrator('viewer', async (at) => {
          const { request, response, view } = at;
          const consumption = await reader.page(readerOf(at), readQuery(request));
          sendPage(response, <ConsumptionPage view={view} consumption={consumption} />, { script: true });
        }),
      );
      router.get(
        `${PATH}/calls`,
        requireAdministrator('viewer', async (at) => {
          const query = { ...readQuery(at.request), path: '/calls' as const };
          sendPage(at.response, <CellsPage view={at.view} cells={await reader.table(readerOf(at), query)} />);
        }),
      );
      router.get(
        `${PATH}/live`,
        requireAdministrator('viewer', (at) => {
          const { response, visitor } = at;
          const { sessionId } = visitor;
          const query = readQuery(at.request);
          const by = readerOf(at);
          streams.serve(
            { response, sessionId },
            () => renderMetrics(by, query),
            () => sessions.isOpen(sessionId),
          );
        }),
      );
      router.get(
        `${PATH}.csv`,
        requireAdministrator('viewer', async (at) => {
          const { request, response } = at;
          const question = await reader.question(readerOf(at), readQuery(request));
          response.set(CSV_HEADERS);
          await exportConsumption({ buffer, store, names }, question, writerOf(response));
          response.end();
        }),
      );
      router.get(
        `${PATH}/refused`,
        requireAdministrator('viewer', (at) => showRejected(at, dependencies)),
      );
      return router;
    },
  };
}

function readerOf({ request, view, company }: AdministratorContext): ConsumptionReader {
  return { company, locale: view.locale, signal: abortOnDisconnect(request) };
}

async function showRejected(
  { request, response, view, company }: AdministratorContext,
  { rejectedRequests, names }: ConsumptionAreaDependencies,
): Promise<void> {
  const calls = await rejectedRequests.list(company.id);
  const reader = { companyId: company.id, signal: abortOnDisconnect(request) };
  const known = await names.of(reader, [...new Set(calls.map(({ source }) => source))]);
  const { consumption: messages } = messagesFor(view.locale);
  const format = consumptionFormat(view.locale, company.timeZone);
  sendPage(response, <RejectedPage view={view} calls={calls} names={known} messages={messages} format={format} />);
}

/** Returns a writer that waits while the client reads slowly. */
function writerOf(response: Response): (text: string) => Promise<void> {
  return async (text) => {
    if (response.destroyed) throw new Error('The client has disconnected');
    if (response.write(text)) return;
    const settled = new AbortController();
    const { signal } = settled;
    // Removes the other listener: an export writes thousands of times.
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).finally(() =>
      settled.abort(),
    );
  };
}
