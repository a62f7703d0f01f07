import type { Simulate } from '@vitae/accounts/consumption/simulation';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import { type Limits, USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import type { Clock } from '@vitae/kit/clock';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { type Request, Router } from 'express';
import { queryOf } from '../../../layout/form.ts';
import { sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { SettingsArea } from '../settings-site.tsx';
import { LimitsPage } from './limits-page.tsx';
import { MAX_LIMIT, Simulator } from './simulator.tsx';

type LimitsDependencies = {
  /** Endpoints that count against the intensive quota, such as `GET /api/v1/users/search`. */
  intensiveEndpoints: readonly string[];
  simulate: Simulate;
  names: SourceNames;
  clock: Clock;
};

/** /settings/limits: the quotas of the company, and a simulator for other values. */
export function createLimitsArea({ intensiveEndpoints, simulate, names, clock }: LimitsDependencies): SettingsArea {
  return {
    name: 'limits',
    routes: ({ requireAdministrator }) => {
      const router = Router();
      router.get(
        areaPath('limits'),
        requireAdministrator('viewer', async ({ request, response, view, company }) => {
          const tried = limitsOf(request, company.limits);
          const reader = { companyId: company.id, signal: abortOnDisconnect(request) };
          const simulation = tried && (await simulate(reader, tried, Math.floor(clock.now() / 60_000)));
          const sources = simulation?.bySource.map(({ source }) => source) ?? [];
          const result = simulation && { simulation, names: await names.of(reader, sources) };
          sendPage(
            response,
            <LimitsPage view={view} intensiveEndpoints={intensiveEndpoints} ownerLimit={USER_API_LIMIT}>
              <Simulator view={view} limits={tried ?? company.limits} result={result} />
            </LimitsPage>,
          );
        }),
      );
      return router;
    },
  };
}

/** Returns the limits to simulate, or undefined if the address has none. */
function limitsOf(request: Request, own: Limits): Limits | undefined {
  const read = (type: keyof Limits) => {
    const given = queryOf(request, type);
    return given !== undefined && /^\d{1,7}$/.test(given) ? Math.min(MAX_LIMIT, Number(given)) : undefined;
  };
  const standard = read('standard');
  const intensive = read('intensive');
  if (standard === undefined && intensive === undefined) return undefined;
  return { standard: standard ?? own.standard, intensive: intensive ?? own.intensive };
}
