import type { AccessLog } from '@vitae/accounts/grants/access-log';
import { createAccessRecorder } from '@vitae/accounts/grants/access-recorder';
import { FULL_ACCESS, type GrantAccess, NO_ACCESS } from '@vitae/accounts/grants/grant-access';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { requestId } from '@vitae/kit/http/request-id';
import { createLogger } from '@vitae/kit/log';
import { applicationLinkToken } from '@vitae/proto/application-link';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import { acme, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import express, { type Request, type Response } from 'express';
import { createCookie } from '../../sessions/cookie.ts';
import { createApplicationAccess } from './application-access.ts';
import { type CvFilesDependencies, createCvFiles } from './cv-files.ts';
import { createPublicResponses } from './public-responses.tsx';
import { type PublicRoutesDependencies, publicRoutes } from './public-routes.ts';

const SITE = 'https://vitae.example';
const log = createLogger({ name: 'test', level: 'silent' });

let resume: ResumeFixture;
let access: OwnerAccess;
/** The key of the links. */
let key: Buffer;
let visitor: WebVisitor;
/** Writes the counts of accesses, which are otherwise written every five seconds. */
let writeAccesses: () => Promise<void>;
let close: () => Promise<unknown>;
/** Runs while a file is created. */
let whileCreating: () => Promise<unknown> = async () => undefined;
let grantsFail = false;
let logFails = false;

beforeAll(async () => {
  resume = await openResumeFixture();
  const { connection } = resume;
  key = (await resume.call.GetApplicationLinkKey({})).key;
  access = createOwnerAccess({ connection, redis: {}, box: { seal: () => '' }, clock: { now: resume.now } } as never);
  ({ visitor, writeAccesses, close } = await startSite());
});
afterAll(async () => {
  await close();
  await resume.close();
});
beforeEach(() => {
  whileCreating = async () => undefined;
  grantsFail = false;
  logFails = false;
});

async function startSite() {
  const { grants, applications, accessLog } = access;
  const add: AccessLog['add'] = async (accesses) => {
    if (logFails) throw new Error('down');
    await accessLog.add(accesses);
  };
  const find: typeof grants.find = async (...ids) => {
    if (grantsFail) throw new Error('down');
    return grants.find(...ids);
  };
  const accessRecorder = createAccessRecorder({ accessLog: { add }, clock: { now: resume.now }, log });
  const create = async () => {
    await whileCreating();
    return { ready: true, address: 'file' };
  };
  const files = createCvFiles({
    exports: { create },
    artifacts: {
      stream: async (address: string, _request: Request, response: Response) => response.send(address),
      read: async () => new Blob(['picture']).stream(),
    },
    rate: { count: async () => 0 },
    waitMs: 0,
  } as unknown as CvFilesDependencies);
  const routes = publicRoutes({
    resume: { call: resume.call },
    applicationAccess: createApplicationAccess({ grants: { find }, applications, accessRecorder }),
    files,
    responses: createPublicResponses(createCookie('vitae_language', SITE)),
    unlocked: { mayOpen: (_request: Request, cv: { protected: boolean }) => !cv.protected },
    countVisit: () => undefined,
    publicUrl: SITE,
    clock: { now: resume.now },
    log,
  } as unknown as PublicRoutesDependencies);
  const server = express().use(requestId, routes).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    visitor: createWebVisitor(`http://127.0.0.1:${port}`, '192.0.2.1'),
    writeAccesses: accessRecorder.flush,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await accessRecorder.close();
    },
  };
}

/** A CV with a photo, and the link of an application to which its owner granted `granted`. */
async function linkedCv(content: object = {}, granted?: GrantAccess) {
  const user = await resume.user(acme);
  const { id, printable } = await resume.cv(acme, user.id, { title: 'Baker', ...content });
  const picture = { id, experienceId: 0 };
  await resume.call.SetCvPicture({ picture, content: await plainPicture('jpeg', 8, 8) }, { caller: acme });
  const permanent = /\/c\/([\w-]+)/.exec(printable.pdf ?? '')?.[1] ?? '';
  const application = await access.applications.create({ companyId: 1, name: 'Jobs', callbacks: ['oob'] });
  const ids = { companyId: 1, userId: user.id, applicationId: application.id };
  const grant = { ...ids, createdAt: new Date(), lastUsedAt: null, ...(granted ? { access: granted } : {}) };
  await access.grants.addToken(grant, { digest: `token ${id}`, sealedSecret: '', createdAt: new Date() });
  const token = applicationLinkToken(
    { companyId: 1, cvId: id, applicationId: application.id },
    { key, privateToken: permanent },
  );
  const accesses = async () => (await access.accessLog.page(ids, { limit: 10, cursor: '' })).accesses;
  return { id, user, permanent, token, accesses, ...ids };
}

const pathsOf = (token: string) =>
  ['', '/export?format=pdf', '/export?format=docx', '/photo', '/preview.png'].map((path) => `/c/${token}${path}`);
const statuses = async (token: string) =>
  Promise.all(pathsOf(token).map(async (path) => (await visitor.get(path)).status));
const OPEN = [200, 200, 200, 200, 200];
const MISSING = [404, 404, 404, 404, 404];

test.each([{ published: false }, { published: true }])(
  'the link of an application opens the page and files of a CV, and reveals no other link: %o',
  async (content) => {
    const { token, permanent } = await linkedCv(content);
    expect(await statuses(token)).toEqual(OPEN);
    const page = await visitor.get(`/c/${token}`);
    expect([page.headers.get('x-robots-tag'), page.headers.get('cache-control')]).toEqual([
      'noindex',
      'private, no-cache',
    ]);
    expect(page.text).toContain(`/c/${token}/export?format=pdf`);
    expect(page.text).toContain(`/c/${token}/photo`);
    expect(page.text).not.toContain(permanent);
  },
);

describe('the link of an application ends', () => {
  type Linked = Awaited<ReturnType<typeof linkedCv>>;
  test.each<[string, (cv: Linked) => Promise<unknown>]>([
    ['with its access', ({ userId, applicationId }) => access.grants.revoke(userId, applicationId)],
    [
      'when the owner selects another CV',
      ({ id, userId, applicationId }) => access.grants.setAccess(userId, applicationId, { cvs: [id + 1], data: [] }),
    ],
    [
      'when the owner selects no CV',
      ({ userId, applicationId }) => access.grants.setAccess(userId, applicationId, { cvs: [], data: ['profile'] }),
    ],
    ['when the application is disabled', ({ applicationId }) => access.applications.disable(applicationId)],
    ['with all access that the owner gave', ({ userId }) => access.grants.revokeAll(userId)],
  ])('%s, also for a published CV and for browsers that know the page', async (_reason, end) => {
    const cv = await linkedCv({ published: true });
    const { headers } = await visitor.get(`/c/${cv.token}`);
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect((await visitor.get(`/c/${cv.token}`, known)).status).toBe(304);
    expect(await statuses(cv.token)).toEqual(OPEN);
    await end(cv);
    expect(await statuses(cv.token)).toEqual(MISSING);
    const page = await visitor.get(`/c/${cv.token}`, known);
    const unknown = await visitor.get('/c/unknown');
    expect([page.status, page.text.replaceAll(cv.token, '')]).toEqual([404, unknown.text.replaceAll('unknown', '')]);
    expect(await statuses(cv.permanent)).toEqual(OPEN);
  });

  test('with the account of the owner, while the grant still exists', async () => {
    const { token, permanent, userId, applicationId } = await linkedCv({ published: true });
    expect(await statuses(token)).toEqual(OPEN);
    await resume.call.DeleteUser({ id: String(userId) }, { caller: acme });
    expect(await access.grants.find(userId, applicationId)).toBeDefined();
    expect([await statuses(token), await statuses(permanent)]).toEqual([MISSING, MISSING]);
  });

  test('while a file is created', async () => {
    const { token, accesses, userId, applicationId } = await linkedCv();
    whileCreating = () => access.grants.revoke(userId, applicationId);
    const path = `/c/${token}/export?format=pdf`;
    const during = await visitor.get(path);
    // The waiting page reloads itself and then receives the response of an unknown link.
    expect([during.status, during.headers.get('content-type')]).toEqual([202, 'text/html; charset=utf-8']);
    expect(during.text).toContain('<title>Preparing your file · Vitae</title>');
    const [after, unknown] = [await visitor.get(path), await visitor.get('/c/unknown/export?format=pdf')];
    expect([after.status, after.text.replaceAll(token, 'unknown')]).toEqual([404, unknown.text]);
    expect(await accesses()).toEqual([]);
  });
});

test('the link of an application works again when the owner grants the CV again', async () => {
  const { id, token, userId, applicationId } = await linkedCv({}, NO_ACCESS);
  expect(await statuses(token)).toEqual(MISSING);
  for (const granted of [{ cvs: [id], data: [] }, FULL_ACCESS]) {
    await access.grants.setAccess(userId, applicationId, granted);
    expect(await statuses(token)).toEqual(OPEN);
  }
});

test('the link of an application ends when the CV is protected, and the next one asks for the password', async () => {
  const { id, token, accesses, userId, applicationId } = await linkedCv();
  await resume.call.SetCvPassword({ id, hash: '$argon2id$x' }, { caller: acme });
  // Protecting a CV replaces its permanent link.
  expect(await statuses(token)).toEqual(MISSING);
  const { json } = await resume.call.ListUserCvs({ id: String(userId) }, { caller: acme });
  const [row] = JSON.parse(json.toString()) as { private_url: string }[];
  const permanent = row?.private_url.split('/').at(-1) ?? '';
  const current = applicationLinkToken({ companyId: 1, cvId: id, applicationId }, { key, privateToken: permanent });
  for (const path of pathsOf(current).filter((one) => !one.endsWith('.png')))
    expect((await visitor.get(path)).text).toContain(`<form method="post" action="/c/${current}"`);
  expect((await visitor.get(`/c/${current}/preview.png`)).status).toBe(404);
  expect(await accesses()).toEqual([]);
});

test('the link of an application is unavailable while its access cannot be read or recorded', async () => {
  const { token, accesses } = await linkedCv();
  for (const fail of [() => (grantsFail = true), () => ([grantsFail, logFails] = [false, true])]) {
    fail();
    for (const path of pathsOf(token)) {
      const { status, headers, text } = await visitor.get(path);
      expect([path, status, Number(headers.get('retry-after'))]).toEqual([path, 503, expect.any(Number)]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).not.toContain('Baker');
    }
  }
  logFails = false;
  expect(await statuses(token)).toEqual(OPEN);
  await writeAccesses();
  expect(await accesses()).toMatchObject([{ data: 'cv', count: OPEN.length }]);
});

test('each access by the link of an application is recorded before the response, others are not', async () => {
  const { id, token, permanent, accesses } = await linkedCv();
  expect(await statuses(permanent)).toEqual(OPEN);
  expect(await accesses()).toEqual([]);
  await visitor.get(`/c/${token}`);
  expect(await accesses()).toMatchObject([{ data: 'cv', cvId: id, count: 1 }]);
  const denied = await linkedCv({}, NO_ACCESS);
  expect(await statuses(denied.token)).toEqual(MISSING);
  expect(await denied.accesses()).toEqual([]);
});
