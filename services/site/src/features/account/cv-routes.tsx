import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Logger } from '@vitae/kit/log';
import { type RequestHandler, Router } from 'express';
import type { VNode } from 'preact';
import { z } from 'zod';
import { type Form, ONCE_FIELD, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { FormResult, OneTimeForms } from '../../sessions/one-time-forms.ts';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import type { PublicResponses } from '../public-cvs/public-responses.tsx';
import type { AccountContext, OwnerContext } from './account-context.tsx';
import { ArchiveReportPage } from './archive-report-page.tsx';
import { cvActions } from './cv-forms.ts';
import { editorPath } from './editor/editor-pages.tsx';
import { ofExistingCv } from './existing-cv.ts';
import { type ArchiveReport, importArchive } from './import-archive.ts';
import { type ImportReport, importReportOf } from './import-report.ts';
import { ReportPage } from './import-report-page.tsx';
import type { ImportedCvs } from './imported-cvs.ts';
import {
  createFromFile,
  type FileProblem,
  fileProblemOf,
  readResumeFile,
  resumeOf,
  startFaults,
  startValuesOf,
  withoutName,
} from './new-cv.ts';
import { CvDeletionPage, IMPORT_PATH, NewCvPage, type NewCvPageProps } from './new-cv-pages.tsx';
import { NUMBER, onlyNumbers } from './only-numbers.ts';
import type { OwnCvs } from './own-cvs.ts';
import { type OwnFiles, ownFormats } from './own-files.ts';
import type { Archive } from './read-archive.ts';

export type CvRoutesDependencies = {
  cvs: OwnCvs;
  cvFiles: OwnFiles;
  oneTimeForms: OneTimeForms;
  importedCvs: ImportedCvs;
  rate: Pick<RateLimiter, 'count' | 'refund'>;
  responses: Pick<PublicResponses, 'waiting' | 'tooMany' | 'missing'>;
  log: Pick<Logger, 'error'>;
  clock: Clock;
  /** Days until a deleted CV is erased. */
  retentionDays: number;
};

/** The page with the report of an archive. */
const IMPORTED_PATH = '/account/cvs/imported';
/** Reports of an import are long: owners work through them. */
const REPORT_SECONDS = 3_600;
/** An import takes less than a minute. Repeating it creates no CV twice. */
const ARCHIVE_SUBMISSION = { claimSeconds: 60, waitMs: 55_000 };

/** CVs that one owner can create in an hour. */
const CREATIONS: RateLimit = { name: 'new-cvs', max: 30, windowSeconds: 3_600 };

/** Pages and forms that create, copy, download and delete CVs. */
export function cvRoutes(account: AccountContext, dependencies: CvRoutesDependencies): Router {
  const router = Router();
  router.get(
    '/account/cvs/new',
    account.onPage((context) => sendNewCv(context)),
  );
  addImport(router, account, dependencies);
  addQuestions(router, account, dependencies);
  addReports(router, account, dependencies);
  addActions(router, account, dependencies);
  addCopy(router, account, dependencies);
  addDeletion(router, account, dependencies);
  addFiles(router, account, dependencies);
  return router;
}

function addImport(router: Router, account: AccountContext, dependencies: CvRoutesDependencies): void {
  const { cvs } = dependencies;
  router.post(
    IMPORT_PATH,
    account.onUpload(async (context, { form, file }) => {
      const { ownName } = form.parse({ file: z.string().optional(), ownName: z.literal('1').optional() });
      const sendProblem = (fileProblem: FileProblem, status = 422) =>
        sendNewCv(context, { fileProblem, ownName: ownName !== undefined }, status);
      const { owner, view, response } = context;
      const requestId = requestIdOf(response);
      const read = await readResumeFile(file, view.locale);
      if ('fault' in read) return sendProblem(read, read.fault === 'tooLarge' ? 413 : 422);
      if ('cvs' in read) return importOnce(context, form, dependencies, read, ownName !== undefined);
      const act = async (idempotencyKey: string): Promise<FormResult> => {
        const { resume, ...source } = ownName ? withoutName(read) : read;
        const created = await createFromFile({ resume, ...source }, (content) =>
          cvs.create(owner, { ...resume, content, idempotencyKey }, requestId),
        );
        return {
          location: `/account/cvs/${created.id}/created`,
          shown: importReportOf(created, source),
          shownSeconds: REPORT_SECONDS,
        };
      };
      try {
        return await createOnce(context, form, dependencies, act);
      } catch (thrown) {
        if (VitaeError.from(thrown).code !== 'INVALID_ARGUMENT') throw thrown;
        return sendProblem(fileProblemOf(thrown));
      }
    }, rejectFile),
  );
}

function addQuestions(router: Router, account: AccountContext, dependencies: CvRoutesDependencies): void {
  const { cvs } = dependencies;
  router.post(
    '/account/cvs/start',
    account.onForm(
      async (context, form) => {
        const values = startValuesOf(form);
        const faults = startFaults(values);
        if (Object.keys(faults).length > 0) return sendNewCv(context, { values, startFaults: faults }, 422);
        const content = resumeOf(values, context.view.locale);
        const act = async (idempotencyKey: string) => {
          const { id } = await cvs.create(context.owner, { ...content, idempotencyKey }, requestIdOf(context.response));
          return { location: editorPath(id) };
        };
        return createOnce(context, form, dependencies, act, { values });
      },
      async (context, form, status) => sendNewCv(context, { values: startValuesOf(form), unsaved: true }, status),
    ),
  );
}

/** Pages that report what was created. */
function addReports(router: Router, account: AccountContext, { oneTimeForms }: CvRoutesDependencies): void {
  /** Shows the result of a form. The page can be reloaded, or shown in another language, within an hour. */
  const onResult = (show: (context: OwnerContext, shown: unknown) => VNode) =>
    account.onPage(async (context) => {
      const { request, response, visitor } = context;
      // A HEAD request must not consume what a GET request shows.
      const isGet = request.method === 'GET';
      const shown = isGet ? await oneTimeForms.take(visitor.sessionId, request.path) : undefined;
      if (shown === undefined) return seeOther(response, '/account');
      await oneTimeForms.leave(visitor.sessionId, { location: request.path, shown, shownSeconds: REPORT_SECONDS });
      return sendPage(response, show(context, shown));
    });
  router.get(
    '/account/cvs/:id/created',
    onlyNumbers,
    onResult(({ request, view, owner }, shown) => (
      <ReportPage view={view} owner={owner} cvId={Number(request.params.id)} report={shown as ImportReport} />
    )),
  );
  router.get(
    IMPORTED_PATH,
    onResult(({ view, owner }, shown) => (
      <ArchiveReportPage view={view} owner={owner} report={shown as ArchiveReport} />
    )),
  );
}

function addActions(router: Router, account: AccountContext, { cvs }: CvRoutesDependencies): void {
  const actions = cvActions(cvs);
  const isAction: RequestHandler = ({ params }, _response, next) =>
    next(NUMBER.test(String(params.id)) && Object.hasOwn(actions, String(params.action)) ? undefined : 'route');
  const act = (action: string, context: OwnerContext, form: Form) =>
    ofExistingCv(account, context, async () => {
      const { request, response, owner } = context;
      const cvId = Number(request.params.id);
      const cvProblem = await (actions[action] as (typeof actions)[string])(owner, cvId, form, requestIdOf(response));
      if (cvProblem) await account.sendAccount(context, { cvProblem }, 422);
      else seeOther(response, action === 'publish' ? `/account?done=published&cv=${cvId}` : '/account?done=cv');
    });
  router.post(
    '/account/cvs/:id/rename',
    onlyNumbers,
    account.onForm(
      (context, form) => act('rename', context, form),
      (context, form, status) => {
        const cvId = Number(context.request.params.id);
        const cvProblem = { cvId, reason: 'unsaved', title: form.get('title') } as const;
        return account.sendAccount(context, { cvProblem }, status);
      },
    ),
  );
  router.post(
    '/account/cvs/:id/:action',
    isAction,
    account.onForm((context, form) => act(String(context.request.params.action), context, form)),
  );
}

function addCopy(router: Router, account: AccountContext, dependencies: CvRoutesDependencies): void {
  const { cvs } = dependencies;
  router.post(
    '/account/cvs/:id/copy',
    onlyNumbers,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner, view } = context;
        form.parse({});
        const { copyTitle } = messagesFor(view.locale).newCv;
        const titleOf = (title: string) => shorten(title, (short) => copyTitle.replace('{title}', () => short).trim());
        const act = async (idempotencyKey: string) => {
          await cvs.copy(owner, Number(request.params.id), { titleOf, idempotencyKey }, requestIdOf(response));
          return { location: '/account?done=copied' };
        };
        return createOnce(context, form, dependencies, act);
      }),
    ),
  );
}

function addDeletion(router: Router, account: AccountContext, { cvs, retentionDays }: CvRoutesDependencies): void {
  router.get(
    '/account/cvs/:id/delete',
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner, view } = context;
        const id = Number(request.params.id);
        const cv = { id, ...(await cvs.read(owner, id, requestIdOf(response))) };
        sendPage(response, <CvDeletionPage view={view} owner={owner} cv={cv} retentionDays={retentionDays} />);
      }),
    ),
  );
  router.post(
    '/account/cvs/:id/delete',
    onlyNumbers,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner } = context;
        const { revision } = form.parse({ revision: z.string().regex(NUMBER) });
        await cvs.delete(owner, Number(request.params.id), Number(revision), requestIdOf(response));
        seeOther(response, '/account?done=deleted');
      }),
    ),
  );
}

function addFiles(router: Router, account: AccountContext, { cvFiles, responses }: CvRoutesDependencies): void {
  router.get(
    '/account/cvs/:id/export',
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, async () => {
        const { request, response } = context;
        const asked = queryOf(request, 'format');
        const format = ownFormats.find((one) => one === asked);
        if (!format) return responses.missing(request, response);
        const file = await cvFiles.send(context, Number(request.params.id), format);
        if ('retryAfter' in file) return responses.tooMany(request, response, file.retryAfter);
        if (file.ready) return;
        const paths = { file: `${request.path}?format=${format}`, cv: editorPath(Number(request.params.id)) };
        responses.waiting(request, response, paths);
      }),
    ),
  );
}

function rejectFile(context: OwnerContext, reason: 'expired' | 'tooLarge'): void {
  if (reason === 'expired') sendNewCv(context, { expired: true }, 403);
  else sendNewCv(context, { fileProblem: { fault: 'tooLarge' } }, 413);
}

/** Imports the CVs of an archive, and redirects to the report, also if the same form was submitted before. */
async function importOnce(
  { response, visitor, owner, view }: OwnerContext,
  form: Form,
  dependencies: CvRoutesDependencies,
  archive: Archive,
  ownName: boolean,
): Promise<void> {
  const { oneTimeForms, rate } = dependencies;
  const token = form.get(ONCE_FIELD);
  const subject = String(owner.userId);
  const creations = {
    count: () => rate.count(CREATIONS, subject),
    refund: () => rate.refund(CREATIONS, subject),
  };
  const act = async (): Promise<FormResult> => {
    const request = { owner, locale: view.locale, ownName, formToken: token, requestId: requestIdOf(response) };
    const shown = await importArchive(archive, request, { ...dependencies, creations });
    return { location: IMPORTED_PATH, shown, shownSeconds: REPORT_SECONDS };
  };
  seeOther(response, await oneTimeForms.submit(visitor.sessionId, token, act, ARCHIVE_SUBMISSION));
}

/** Creates a CV unless the same form was submitted before, and redirects to the result of the first submission. */
async function createOnce(
  context: OwnerContext,
  form: Form,
  { oneTimeForms, rate }: CvRoutesDependencies,
  act: (idempotencyKey: string) => Promise<FormResult>,
  props: Partial<NewCvPageProps> = {},
): Promise<void> {
  const { response, visitor, owner } = context;
  const retryAfter = await rate.count(CREATIONS, String(owner.userId));
  if (retryAfter > 0) {
    response.set('Retry-After', String(retryAfter));
    return sendNewCv(context, { ...props, waitMinutes: Math.ceil(retryAfter / 60) }, 429);
  }
  const token = form.get(ONCE_FIELD);
  seeOther(response, await oneTimeForms.submit(visitor.sessionId, token, () => act(token)));
}

function sendNewCv({ response, view, owner }: OwnerContext, props: Partial<NewCvPageProps> = {}, status = 200): void {
  sendPage(response, <NewCvPage view={view} owner={owner} {...props} />, { status });
}

const MAX_TITLE = 255;

/** Shortens a title so that the result with it fits. */
function shorten(title: string, withTitle: (title: string) => string): string {
  const surplus = withTitle(title).length - MAX_TITLE;
  return surplus > 0 ? withTitle(title.slice(0, title.length - surplus).toWellFormed()) : withTitle(title);
}
