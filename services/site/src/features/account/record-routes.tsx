import { isDeepStrictEqual } from 'node:util';
import { notFound, VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { Router } from 'express';
import { queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import type { AccountContext, OwnerContext } from './account-context.tsx';
import { findCities } from './city-coordinates.ts';
import { CommentsPage } from './comments-page.tsx';
import type { OwnCvs } from './own-cvs.ts';
import type { OwnProfile } from './own-profile.ts';
import type { OwnRecords } from './own-records.ts';
import {
  locatedPreferencesOf,
  type Place,
  submittedPreferences,
  textsOf,
  withStoredPreference,
} from './preferences-form.ts';
import { PreferencesPage, type PreferencesPageProps } from './preferences-page.tsx';
import { isRevisionConflict } from './revision-conflict.ts';
import { type Period, periods, StatisticsPage } from './statistics-page.tsx';

export type RecordRoutesDependencies = {
  cvs: Pick<OwnCvs, 'list'>;
  records: OwnRecords;
  profile: Pick<OwnProfile, 'read'>;
  companyName: (companyId: number) => Promise<string>;
  timeZoneOf: (companyId: number) => Promise<string>;
};

const COMMENTS_PATH = '/account/comments';
const PREFERENCES_PATH = '/account/preferences';
const COMMENTS_PER_PAGE = 20;

/** Pages with what the services know about the owner: statistics, comments and preferences. */
export function recordRoutes(account: AccountContext, dependencies: RecordRoutesDependencies): Router {
  const router = Router();
  addStatistics(router, account, dependencies);
  addComments(router, account, dependencies);
  addPreferences(router, account, dependencies);
  return router;
}

function addStatistics(router: Router, account: AccountContext, { cvs, records }: RecordRoutesDependencies): void {
  router.get(
    '/account/statistics',
    account.onPage(async ({ request, response, view, owner }) => {
      const requestId = requestIdOf(response);
      const own = await cvs.list(owner, requestId);
      const period = periodOf(queryOf(request, 'days'));
      const chosen = queryOf(request, 'cv') ?? '';
      const cv = own.find(({ id }) => String(id) === chosen);
      if (chosen !== '' && !cv) throw notFound('cv_not_found', 'There is no such CV.');
      const visits = await records.dailyVisits(owner, { days: period, cvId: cv?.id }, requestId);
      sendPage(
        response,
        <StatisticsPage view={view} owner={owner} cvs={own} cvId={cv?.id} period={period} visits={visits} />,
      );
    }),
  );
}

function addComments(router: Router, account: AccountContext, dependencies: RecordRoutesDependencies): void {
  const { records, companyName, timeZoneOf } = dependencies;
  router.get(
    COMMENTS_PATH,
    account.onPage(async ({ request, response, view, owner }) => {
      const cursor = queryOf(request, 'before') ?? '';
      try {
        const page = (
          <CommentsPage
            view={view}
            owner={owner}
            company={await companyName(owner.companyId)}
            timeZone={await timeZoneOf(owner.companyId)}
            list={await records.comments(owner, { limit: COMMENTS_PER_PAGE, cursor }, requestIdOf(response))}
            isFirst={cursor === ''}
          />
        );
        sendPage(response, page);
      } catch (thrown) {
        if (cursor === '' || VitaeError.from(thrown).code !== 'INVALID_ARGUMENT') throw thrown;
        seeOther(response, COMMENTS_PATH);
      }
    }),
  );
}

function preferencesSender({ records }: Pick<RecordRoutesDependencies, 'records'>) {
  return async (context: OwnerContext, props: Partial<PreferencesPageProps> = {}, status = 200) => {
    const { response, owner } = context;
    const view = { ...context.view, path: PREFERENCES_PATH };
    const { preferences, revision } = await records.preferences(owner, requestIdOf(response));
    const page = (
      <PreferencesPage view={view} owner={owner} revision={revision} texts={textsOf(preferences)} {...props} />
    );
    sendPage(response, page, { status });
  };
}

function addPreferences(router: Router, account: AccountContext, dependencies: RecordRoutesDependencies): void {
  const { records, profile } = dependencies;
  const send = preferencesSender(dependencies);
  router.get(
    PREFERENCES_PATH,
    account.onPage((context) => send(context, { done: queryOf(context.request, 'done') === 'saved' })),
  );
  router.post(
    PREFERENCES_PATH,
    account.onForm(
      async (context, form) => {
        const { response, owner } = context;
        const requestId = requestIdOf(response);
        const { texts, revision, use } = submittedPreferences(form);
        // Fails if the account was deleted. Preferences alone could still be stored.
        await profile.read(owner, requestId);
        const readStored = async () => textsOf((await records.preferences(owner, requestId)).preferences);
        if (use !== '') {
          // Nothing is saved until the owner has decided about all fields.
          const stored = await readStored();
          return send(context, { texts: withStoredPreference(texts, stored, use), stored }, 409);
        }
        const signal = abortOnDisconnect(context.request);
        const find = (cities: readonly Place[]) => findCities(owner.userId, cities, signal);
        const { texts: located, ...submitted } = await locatedPreferencesOf(texts, find);
        if ('faults' in submitted) return send(context, { texts: located, revision, faults: submitted.faults }, 422);
        try {
          await records.setPreferences(owner, submitted.body, revision, requestId);
        } catch (thrown) {
          if (!isRevisionConflict(thrown)) throw thrown;
          const stored = await readStored();
          // An earlier attempt stored the form, but its response was lost.
          if (!isDeepStrictEqual(stored, located)) return send(context, { texts: located, stored }, 409);
        }
        return seeOther(response, `${PREFERENCES_PATH}?done=saved`);
      },
      (context, form, status) => {
        const { texts, revision } = submittedPreferences(form);
        return send(context, { texts, revision, expired: true }, status);
      },
    ),
  );
}

function periodOf(text: string | undefined): Period {
  return periods.find((days) => String(days) === text) ?? periods[0];
}
