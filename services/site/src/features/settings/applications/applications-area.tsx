import { isDeepStrictEqual } from 'node:util';
import type { StoredApplication, WithApplication } from '@vitae/accounts/applications/application-store';
import { type Applications, applicationNotFound } from '@vitae/accounts/applications/applications';
import { originsDetail } from '@vitae/accounts/applications/origin';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import { applicationSource } from '@vitae/accounts/consumption/counter';
import { type RejectedRequests, suggestionFor } from '@vitae/accounts/consumption/rejected-requests';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import { choiceOf, compatibilityChoiceSchema, compatibilityOf } from '@vitae/accounts/signatures/compatibility';
import { Router } from 'express';
import { copyScript } from '../../../layout/assets.ts';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea, SettingsSite } from '../settings-site.tsx';
import { type ApplicationFields, callbacksIn, fieldsIn, originsIn, problemIn } from './application-form.tsx';
import { ApplicationPage, applicationChanges } from './application-page.tsx';
import {
  ApplicationsPage,
  applicationPath,
  type ListedApplication,
  NEW_APPLICATION,
  NewApplicationPage,
} from './applications-page.tsx';
import { DisablePage, RollSecretPage, SecretsPage, type SecretsPageProps } from './secret-pages.tsx';

type ApplicationsDependencies = {
  applications: Applications;
  grants: Pick<GrantStore, 'countOfApplication'>;
  rejectedRequests: Pick<RejectedRequests, 'list'>;
};

const PATH = areaPath('applications');
const ID = /^[1-9]\d{0,14}$/;
const PER_PAGE = 50;

/** The data that the page with new secrets shows once. */
type Secrets = Pick<SecretsPageProps, 'consumerSecret' | 'apiKey' | 'isNew'>;

/** /settings/applications: visible to all roles; administrators create, change and disable applications. */
export function createApplicationsArea(dependencies: ApplicationsDependencies): SettingsArea {
  return {
    name: 'applications',
    routes: (site) => {
      const router = Router();
      router.get(copyScript.path, copyScript.serve);
      router.use(makingApplications(site, dependencies));
      router.use(changingApplications(site, dependencies));
      router.use(compatibilityRoutes(site, dependencies));
      router.use(endingApplications(site, dependencies));
      return router;
    },
  };
}

function makingApplications(site: SettingsSite, dependencies: ApplicationsDependencies) {
  const { requireAdministrator, onForm, submitOnce, shownOnce } = site;
  const { applications, grants } = dependencies;
  const router = Router();
  router.get(
    PATH,
    requireAdministrator('viewer', async ({ request, response, view, company }) => {
      const asked = queryOf(request, 'before') ?? '';
      const before = ID.test(asked) ? Number(asked) : undefined;
      const found = await applications.page(company.id, before, PER_PAGE + 1);
      const shown = found.slice(0, PER_PAGE);
      const page = {
        view,
        applications: await Promise.all(shown.map((one) => withOwners(one, grants))),
        next: found.length > PER_PAGE ? shown.at(-1)?.id : undefined,
        isFirst: before === undefined,
      };
      sendPage(response, <ApplicationsPage {...page} />);
    }),
  );
  router.get(
    NEW_APPLICATION,
    requireAdministrator('administrator', ({ response, view }) =>
      sendPage(response, <NewApplicationPage view={view} />),
    ),
  );
  router.post(
    PATH,
    onForm(
      'administrator',
      async (at, form) => {
        const { response, view, company, record } = at;
        const fields = fieldsIn(form);
        const problem = problemIn(fields);
        if (problem) {
          return sendPage(response, <NewApplicationPage view={view} fields={fields} problem={problem} />, {
            status: 422,
          });
        }
        return submitOnce(at, form, async () => {
          const created = await applications.create({ companyId: company.id, ...valuesOf(fields) }, (made, session) =>
            record('applicationCreated', targetOf(made), changedOrigins([], made), session),
          );
          const { consumerSecret, apiKey } = created;
          const shown = { consumerSecret, apiKey, isNew: true } satisfies Secrets;
          return { location: secretsPath(created.id), shown };
        });
      },
      ({ response, view }, form, status) =>
        sendPage(response, <NewApplicationPage view={view} fields={fieldsIn(form)} />, { status }),
    ),
  );
  router.get(
    secretsPath(':id'),
    requireAdministrator('administrator', async (at) => {
      const application = await applicationOf(at, dependencies);
      const secrets = await shownOnce<Secrets>(at, applicationPath(application.id));
      if (!secrets) return;
      sendPage(at.response, <SecretsPage view={at.view} application={application} {...secrets} />, { script: true });
    }),
  );
  return router;
}

function changingApplications({ requireAdministrator, onForm }: SettingsSite, dependencies: ApplicationsDependencies) {
  const { applications } = dependencies;
  const router = Router();
  router.get(
    `${PATH}/:id`,
    requireAdministrator('viewer', async (at) => {
      const asked = queryOf(at.request, 'done');
      const done = applicationChanges.find((change) => change === asked);
      const application = await applicationOf(at, dependencies);
      const suggestion = await suggested(application, dependencies);
      sendPage(at.response, <ApplicationPage {...{ view: at.view, application, done, suggestion }} />);
    }),
  );
  router.post(
    `${PATH}/:id`,
    onForm(
      'administrator',
      async (at, form) => {
        const application = await activeOf(at, dependencies);
        if (!application) return;
        const fields = fieldsIn(form);
        const problem = problemIn(fields);
        if (problem) {
          const page = <ApplicationPage view={at.view} application={application} fields={fields} problem={problem} />;
          return sendPage(at.response, page, { status: 422 });
        }
        await applications.change(application.id, valuesOf(fields), (changed, session) =>
          at.record('applicationChanged', targetOf(changed), changedOrigins(application.origins, changed), session),
        );
        return seeOther(at.response, `${applicationPath(application.id)}?done=saved`);
      },
      async (at, form, status) => {
        const application = await activeOf(at, dependencies);
        if (!application) return;
        const page = <ApplicationPage view={at.view} application={application} fields={fieldsIn(form)} />;
        sendPage(at.response, page, { status });
      },
    ),
  );
  return router;
}

function compatibilityRoutes({ onForm }: SettingsSite, dependencies: ApplicationsDependencies) {
  const router = Router();
  router.post(
    `${PATH}/:id/compatibility`,
    onForm('administrator', async (at, form) => {
      const application = await activeOf(at, dependencies);
      if (!application) return;
      const { id, compatibility } = application;
      const from = choiceOf(compatibility);
      const { compatibility: to } = form.parse({ compatibility: compatibilityChoiceSchema });
      if (from !== to)
        await dependencies.applications.setCompatibility(id, compatibilityOf(to), (changed, session) =>
          at.record('compatibilityChanged', targetOf(changed), { from, to }, session),
        );
      seeOther(at.response, `${applicationPath(id)}?done=compatibility`);
    }),
  );
  return router;
}

function endingApplications(site: SettingsSite, dependencies: ApplicationsDependencies) {
  const { requireAdministrator, onForm, submitOnce } = site;
  const { applications } = dependencies;
  const router = Router();
  for (const which of ['secret', 'api-key'] as const) {
    router.get(
      `${PATH}/:id/${which}`,
      requireAdministrator('administrator', async (at) => {
        const application = await activeOf(at, dependencies);
        if (application)
          sendPage(at.response, <RollSecretPage view={at.view} application={application} which={which} />);
      }),
    );
    router.post(
      `${PATH}/:id/${which}`,
      onForm('administrator', async (at, form) => {
        const application = await activeOf(at, dependencies);
        if (!application) return;
        form.parse({});
        const what = which === 'secret' ? 'consumerSecret' : 'apiKey';
        const log: WithApplication = (rolled, session) =>
          at.record('applicationKeyRolled', targetOf(rolled), { what }, session);
        await submitOnce(at, form, async () => {
          const made =
            which === 'secret'
              ? { consumerSecret: await applications.rollConsumerSecret(application, log) }
              : { apiKey: await applications.rollApiKey(application, log) };
          return { location: secretsPath(application.id), shown: { ...made, isNew: false } satisfies Secrets };
        });
      }),
    );
  }
  router.get(
    `${PATH}/:id/disable`,
    requireAdministrator('administrator', async (at) => {
      const application = await activeOf(at, dependencies);
      if (application) sendPage(at.response, <DisablePage view={at.view} application={application} />);
    }),
  );
  router.post(
    `${PATH}/:id/disable`,
    onForm('administrator', async (at, form) => {
      form.parse({});
      const application = await applicationOf(at, dependencies);
      await applications.disable(application.id, (disabled, session) =>
        at.record('applicationDisabled', targetOf(disabled), undefined, session),
      );
      seeOther(at.response, `${applicationPath(application.id)}?done=disabled`);
    }),
  );
  return router;
}

function secretsPath(id: number | ':id'): string {
  return `${PATH}/${id}/secrets`;
}

async function suggested(
  { id, companyId, compatibility, disabledAt }: StoredApplication,
  { rejectedRequests }: ApplicationsDependencies,
) {
  if (compatibility || disabledAt) return undefined;
  return suggestionFor(applicationSource(id), await rejectedRequests.list(companyId));
}

/** Returns the application in the address. Applications of other companies are reported as not found. */
async function applicationOf(
  { request, company }: AdministratorContext,
  { applications, grants }: ApplicationsDependencies,
): Promise<ListedApplication> {
  const id = String(request.params.id);
  const application = ID.test(id) ? await applications.find(company.id, Number(id)) : undefined;
  if (!application) throw applicationNotFound(id);
  return withOwners(application, grants);
}

/** Returns the application if it is active. Redirects to its page otherwise. */
async function activeOf(at: AdministratorContext, dependencies: ApplicationsDependencies) {
  const application = await applicationOf(at, dependencies);
  if (application.disabledAt === null) return application;
  seeOther(at.response, applicationPath(application.id));
  return undefined;
}

async function withOwners(
  application: StoredApplication,
  grants: ApplicationsDependencies['grants'],
): Promise<ListedApplication> {
  return { ...application, owners: await grants.countOfApplication(application.id) };
}

function valuesOf(fields: ApplicationFields) {
  const { name, rsaPublicKey } = fields;
  return {
    name,
    callbacks: callbacksIn(fields),
    origins: originsIn(fields),
    ...(rsaPublicKey !== '' && { rsaPublicKey }),
  };
}

/** Returns the detail of the audit entry; undefined if the origins are the same. */
function changedOrigins(before: readonly string[], { origins }: StoredApplication) {
  return isDeepStrictEqual(before, origins) ? undefined : originsDetail(origins);
}

function targetOf({ id, name }: Pick<StoredApplication, 'id' | 'name'>): AuditTarget {
  return { kind: 'application', id: String(id), name };
}
