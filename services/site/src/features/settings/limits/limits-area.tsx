import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import type { Clock } from '@vitae/kit/clock';
import { type Request, Router } from 'express';
import type { Simulate } from '@vitae/accounts/consumption/simulation';
import type { SourceNames } from '@vitae/accounts/consumption/source-names';
import type { Limits } from '@vitae/accounts/keys/api-key';
import { queryOf } from '../../../layout/form.ts';
import { sendPage } from '../../../layout/render.ts';
import { areaPath, type SettingsArea } from '../settings-area.ts';
import { LimitsPage } from './limits-page.tsx';
import { MAX_LIMIT, Simulator } from './simulator.tsx';

export type LimitsDependencies = {
  /** The calls of the intensive quota, such as `GET /api/v1/users/search`. */
  intensiveCalls: readonly string[];
  simulate: Simulate;
  names: SourceNames;
  clock: Clock;
};

/** /settings/limits: what the account may do in a minute, and what that means. */
export function createLimitsArea({ intensiveCalls, simulate, names, clock }: LimitsDependencies): SettingsArea {
  return {
    name: 'limits',
    routes: ({ requireAdministrator }) => {
      const router = Router();
      router.get(
        areaPath('limits'),
        requireAdministrator('viewer', async ({ request, response, view, company }) => {
          const tried = limitsOf(request, company.limits);
          const simulation = tried && (await simulate(company.id, tried, Math.floor(clock.now() / 60_000)));
          const sources = simulation?.bySource.map(({ source }) => source) ?? [];
          const result = simulation && { simulation, names: await names.of(company.id, sources) };
          sendPage(
            response,
            <LimitsPage view={view} intensiveCalls={intensiveCalls} ownerLimit={USER_API_LIMIT}>
              <Simulator view={view} limits={tried ?? company.limits} result={result} />
            </LimitsPage>,
          );
        }),
      );
      return router;
    },
  };
}

/** The limits that the address asks to be tried; undefined when it asks nothing. */
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
