import { VitaeError } from '@vitae/kit/errors';
import { routeNotFound } from '@vitae/kit/http/host-routing';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import { z } from 'zod';
import { accessFields, accessProblem, selectedAccess, withoutOtherCvs } from '../../components/access-fields.tsx';
import { type Form, queryOf } from '../../layout/form.ts';
import { jsonField } from '../../layout/json-field.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { ownerAccount } from '../../sessions/sign-in.ts';
import { type AccessLogRoutesDependencies, accessLogRoutes } from './access-log-routes.tsx';
import {
  type AccountContext,
  type AccountDependencies,
  createAccountContext,
  type OwnerContext,
} from './account-context.tsx';
import { ApplicationsPage, type Done, doneActions } from './account-pages.tsx';
import { confirmPassword } from './change-password.ts';
import { type CvRoutesDependencies, cvRoutes } from './cv-routes.tsx';
import { type DataRoutesDependencies, dataRoutes } from './data-routes.tsx';
import { DeletedPage, DeletionPage } from './deletion-pages.tsx';
import { type DesignRoutesDependencies, designRoutes } from './editor/design-routes.tsx';
import { type EditorRoutesDependencies, editorRoutes } from './editor/editor-routes.tsx';
import { type PictureRoutesDependencies, pictureRoutes } from './editor/picture-routes.tsx';
import { type PreviewRoutesDependencies, previewRoutes } from './editor/preview-routes.tsx';
import { sectionOrderRoutes } from './editor/section-order-routes.tsx';
import { emailLinkRoutes } from './email-link-routes.tsx';
import { type LinkRouteDependencies, linkRoutes } from './links/link-routes.tsx';
import { mergeAccess, removesCvs, shownAccess } from './merge-access.ts';
import { onlyNumbers } from './only-numbers.ts';
import { profileRoutes } from './profile-routes.tsx';
import { type RecordRoutesDependencies, recordRoutes } from './record-routes.tsx';
import { restoreRoutes } from './restore-routes.ts';
import { type ShareRoutesDependencies, shareRoutes } from './sharing/share-routes.tsx';
import { type SignInRoutesDependencies, signInRoutes } from './sign-in-routes.ts';
import { versionRoutes } from './version-routes.tsx';

const text = z.string();

type ApplicationsPageProps = Pick<Parameters<typeof ApplicationsPage>[0], 'done' | 'rejected'>;

/** /account, for CV owners. Works without scripts. */
export function accountRoutes(
  dependencies: AccountDependencies &
    SignInRoutesDependencies &
    CvRoutesDependencies &
    DesignRoutesDependencies &
    EditorRoutesDependencies &
    PictureRoutesDependencies &
    PreviewRoutesDependencies &
    LinkRouteDependencies &
    RecordRoutesDependencies &
    ShareRoutesDependencies &
    AccessLogRoutesDependencies &
    DataRoutesDependencies,
): Router {
  const account = createAccountContext(dependencies);
  const router = Router();
  router.get(
    '/account',
    account.onPage(async (context) => {
      const { request, response } = context;
      try {
        const doneCv = Number(queryOf(request, 'cv'));
        await account.sendAccount(context, { done: doneOf(queryOf(request, 'done')), doneCv });
      } catch (thrown) {
        if (VitaeError.from(thrown).reason !== 'invalid_cursor') throw thrown;
        seeOther(response, '/account');
      }
    }),
  );
  router.use(signInRoutes(account, dependencies));
  router.use(restoreRoutes(account, dependencies));
  router.use(linkRoutes(account, dependencies));
  router.use(cvRoutes(account, dependencies));
  router.use(shareRoutes(account, dependencies));
  router.use(versionRoutes(account, dependencies));
  router.use(editorRoutes(account, dependencies));
  router.use(designRoutes(account, dependencies));
  router.use(sectionOrderRoutes(account, dependencies));
  router.use(pictureRoutes(account, dependencies));
  router.use(previewRoutes(account, dependencies));
  addApplications(router, account, dependencies);
  router.use(accessLogRoutes(account, dependencies));
  router.use(profileRoutes(account, dependencies));
  router.use(recordRoutes(account, dependencies));
  router.use(dataRoutes(account, dependencies));
  router.use(emailLinkRoutes(account, dependencies));
  addDeletion(router, account, dependencies);
  return router;
}

function addApplications(
  router: Router,
  account: AccountContext,
  dependencies: AccountDependencies & AccessLogRoutesDependencies,
): void {
  const { applications, accesses, cvs, timeZoneOf } = dependencies;
  const sendApplications = async (
    { response, view, owner }: OwnerContext,
    props: ApplicationsPageProps,
    status = 200,
  ) => {
    const connected = await applications.list(owner.userId);
    const { rejected } = props;
    if (rejected && !connected.some(({ id }) => id === rejected.id)) throw routeNotFound();
    const page = (
      <ApplicationsPage
        view={{ ...view, path: '/account/applications' }}
        owner={owner}
        applications={connected}
        accessed={await accesses.list(owner)}
        cvs={await cvs.list(owner, requestIdOf(response))}
        timeZone={await timeZoneOf(owner.companyId)}
        {...props}
      />
    );
    sendPage(response, page, { status });
  };
  const accessIn = async ({ request, response, owner }: OwnerContext, form: Form) => {
    const id = Number(request.params.id);
    const { shown, ...fields } = form.parse({ ...accessFields, shown: jsonField(shownAccess).optional() });
    const own = await cvs.list(owner, requestIdOf(response));
    const selected = await selectedAccess(fields, async () => own);
    const stored = (await applications.list(owner.userId)).find((one) => one.id === id)?.access;
    if (!shown || !stored) return { id, stored, ...selected };
    const access = withoutOtherCvs(mergeAccess({ shown, submitted: selected.access, stored }), own);
    return { id, stored, access, problem: accessProblem(access) };
  };
  router.get(
    '/account/applications',
    account.onPage((context) => sendApplications(context, { done: doneOf(queryOf(context.request, 'done')) })),
  );
  router.post(
    '/account/applications/:id/access',
    onlyNumbers,
    account.onForm(
      async (context, form) => {
        const { id, stored, access, problem } = await accessIn(context, form);
        if (problem) return sendApplications(context, { rejected: { id, access, problem } }, 422);
        if (!(await applications.setAccess(context.owner.userId, id, access))) throw routeNotFound();
        const done: Done = stored && removesCvs(stored, access) ? 'reduced' : 'access';
        return seeOther(context.response, `/account/applications?done=${done}`);
      },
      async (context, form, status) => {
        const { id, access } = await accessIn(context, form);
        return sendApplications(context, { rejected: { id, access, problem: 'unsaved' } }, status);
      },
    ),
  );
  router.post(
    '/account/applications/:id/revoke',
    onlyNumbers,
    account.onForm(async ({ request, response, owner }, form) => {
      form.parse({});
      await applications.revoke(owner.userId, Number(request.params.id));
      seeOther(response, '/account/applications?done=revoked');
    }),
  );
}

function addDeletion(router: Router, account: AccountContext, dependencies: AccountDependencies): void {
  const { visitors, deleteUser, retentionDays, sendsMail } = dependencies;
  router.get(
    '/account/delete',
    account.onPage(({ response, view, owner }) => {
      sendPage(response, <DeletionPage {...{ view, owner, retentionDays, sendsMail }} />);
    }),
  );
  router.post(
    '/account/delete',
    account.onForm(async ({ response, visitor, view, owner }, form) => {
      const account = ownerAccount(owner.userId);
      const problem = await confirmPassword(
        account,
        owner.userId,
        form.parse({ password: text }).password,
        dependencies,
      );
      if (problem) {
        const page = <DeletionPage {...{ view, owner, retentionDays, sendsMail, problem }} />;
        return sendPage(response, page, { status: problem.reason === 'tooMany' ? 429 : 403 });
      }
      await deleteUser(owner, requestIdOf(response));
      await visitors.signOut(response, visitor);
      return seeOther(response, '/account/deleted');
    }),
  );
  router.get('/account/deleted', async (request, response) => {
    const { view, visitor } = await account.read(request, response);
    if (visitor.owner) return seeOther(response, '/account');
    sendPage(response, <DeletedPage view={view} retentionDays={retentionDays} />);
  });
}

function doneOf(text: string | undefined): Done | undefined {
  return doneActions.find((one) => one === text);
}
