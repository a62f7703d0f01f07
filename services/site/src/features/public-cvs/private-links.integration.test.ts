import { requestId } from '@vitae/kit/http/request-id';
import { createLogger } from '@vitae/kit/log';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import { acme, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import express, { type Request, type Response } from 'express';
import { createCookie } from '../../sessions/cookie.ts';
import { type CvFilesDependencies, createCvFiles } from './cv-files.ts';
import { createPublicResponses } from './public-responses.tsx';
import { type PublicRoutesDependencies, publicRoutes } from './public-routes.ts';

const SITE = 'https://vitae.example';
const DAY_MS = 86_400_000;

let resume: ResumeFixture;
/** Two sites without a connection to each other. */
let visitors: [WebVisitor, WebVisitor];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  resume = await openResumeFixture();
  visitors = [await startSite(), await startSite()];
});
afterAll(async () => {
  for (const close of closing) await close();
  await resume.close();
});

async function startSite(): Promise<WebVisitor> {
  const files = createCvFiles({
    exports: { create: async () => ({ ready: true, address: 'file' }) },
    artifacts: { stream: async (address: string, _request: Request, response: Response) => response.send(address) },
    rate: { count: async () => 0 },
    waitMs: 0,
  } as unknown as CvFilesDependencies);
  const routes = publicRoutes({
    resume: { call: resume.call },
    applicationAccess: { record: async () => undefined },
    files,
    responses: createPublicResponses(createCookie('vitae_language', SITE)),
    unlocked: { mayOpen: (_request: Request, cv: { protected: boolean }) => !cv.protected },
    countVisit: () => undefined,
    publicUrl: SITE,
    clock: { now: resume.now },
    log: createLogger({ name: 'test', level: 'silent' }),
  } as unknown as PublicRoutesDependencies);
  const server = express().use(requestId, routes).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return createWebVisitor(`http://127.0.0.1:${(server.address() as { port: number }).port}`, '192.0.2.1');
}

async function sharedCv({ published = false, days = 0 } = {}) {
  const user = await resume.user(acme);
  const { id } = await resume.cv(acme, user.id, { title: 'Baker', published });
  const { token } = await resume.call.AddCvLink({ id, name: 'Acme', days }, { caller: acme });
  const permanent = String(((await resume.read(acme, id)) as { printable: { pdf: string } }).printable.pdf).split(
    '/',
  )[4];
  return { id, token, permanent: permanent ?? '' };
}

/** The same addresses on both sites. */
const get = (path: string) => Promise.all(visitors.map((visitor) => visitor.get(path)));
const missing = async () => (await visitors[0].get('/c/unknown')).text.replaceAll('unknown', '');

async function expectMissing(token: string): Promise<void> {
  for (const path of [`/c/${token}`, `/c/${token}/export?format=pdf`, `/c/${token}/photo`, `/c/${token}/preview.png`])
    for (const { status } of await get(path)) expect([path, status]).toEqual([path, 404]);
  for (const { text } of await get(`/c/${token}`)) expect(text.replaceAll(token, '')).toBe(await missing());
}

test.each([false, true])('a named link opens the page and files of a CV, published: %s', async (published) => {
  const { token, permanent } = await sharedCv({ published });
  for (const page of await get(`/c/${token}`)) {
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(page.text).toContain(`/c/${token}/export?format=pdf`);
    expect(page.text).not.toContain(permanent);
  }
  for (const file of await get(`/c/${token}/export?format=pdf`))
    expect([file.status, file.text, file.headers.get('x-robots-tag')]).toEqual([200, 'file', 'noindex']);
});

test('a page may load its fonts, which browsers cache, only from the site', async () => {
  const { token } = await sharedCv({ published: true });
  const [visitor] = visitors;
  const page = await visitor.get(`/c/${token}`);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; font-src 'self';/);
  const addresses = [...page.text.matchAll(/url\(([^)]+)\) format/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) {
    const { status, headers } = await visitor.get(address);
    expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('a revoked link is unknown to every site, and others keep working', async () => {
  const { id, token, permanent } = await sharedCv({ published: true });
  for (const { status } of await get(`/c/${token}`)) expect(status).toBe(200);
  await resume.call.RevokeCvLink({ id, token }, { caller: acme });
  await expectMissing(token);
  for (const { status } of await get(`/c/${permanent}`)) expect(status).toBe(200);
});

test('an expired link is unknown to every site', async () => {
  const { token } = await sharedCv({ published: true, days: 7 });
  for (const { status } of await get(`/c/${token}`)) expect(status).toBe(200);
  const start = resume.now();
  resume.at(start + 7 * DAY_MS);
  await expectMissing(token);
  resume.at(start);
});

test('a replaced permanent link is unknown to every site', async () => {
  const { id, token, permanent } = await sharedCv();
  await resume.call.ReplacePrivateLink({ id }, { caller: acme });
  await expectMissing(permanent);
  for (const { status } of await get(`/c/${token}`)) expect(status).toBe(200);
});

test('a named link asks for the password of a protected CV, and gives no file without it', async () => {
  const { id, token } = await sharedCv();
  await resume.call.SetCvPassword({ id, hash: '$argon2id$x' }, { caller: acme });
  for (const path of [`/c/${token}`, `/c/${token}/export?format=pdf`])
    for (const { text } of await get(path))
      expect(text).toMatch(new RegExp(`<form method="post" action="/c/${token}"`));
  for (const { status } of await get(`/c/${token}/preview.png`)) expect(status).toBe(404);
});

describe('an address with a former name of the owner', () => {
  async function renamed(published = true) {
    const user = await resume.user(acme);
    const { id } = await resume.cv(acme, user.id, { title: 'Baker', published });
    const name = `renamed-${user.id}`;
    await resume.call.SetUserSlug({ user: { id: String(user.id) }, slug: name }, { caller: acme });
    return { id, former: user.username, name };
  }

  test('redirects the page, its pictures and its password form, and stays changeable', async () => {
    const { former, name } = await renamed();
    for (const path of ['', '/preview.png', '/photo.jpg', '?locale=de', '/baker?x=1'])
      for (const { status, location, headers } of await get(`/p/${former.toUpperCase()}${path}`)) {
        expect([status, location]).toEqual([301, `/p/${name}${path}`]);
        expect(headers.get('cache-control')).toBe('private, no-cache');
      }
    const form = await visitors[0].post(`/p/${former}`, { password: 'x' });
    expect([form.status, form.location]).toEqual([308, `/p/${name}`]);
    for (const { status } of await get(`/p/${name}`)) expect(status).toBe(200);
  });

  test('does not reveal the current name of the owner of an unpublished, protected or anonymized CV', async () => {
    const hidden = await renamed(false);
    for (const { status, text } of await get(`/p/${hidden.former}`)) {
      expect(status).toBe(404);
      expect(text).not.toContain(hidden.name);
    }
    const locked = await renamed();
    await resume.call.SetCvPassword({ id: locked.id, hash: '$argon2id$x' }, { caller: acme });
    for (const path of ['', '/baker', '/photo.jpg'])
      for (const { status, text } of await get(`/p/${locked.former}${path}`)) {
        expect(status).toBe(200);
        expect(text).toMatch(new RegExp(`<form method="post" action="/p/${locked.former}`));
        expect(text).not.toContain(locked.name);
      }
    const { id, former, name } = await renamed();
    const content = Buffer.from(JSON.stringify({ ...((await resume.read(acme, id)) as object), anonymized: true }));
    await resume.call.ReplaceCv({ id, content }, { caller: acme });
    for (const { status, text } of await get(`/p/${former}`)) {
      expect(status).toBe(200);
      expect(text).not.toContain(name);
    }
  });
});

test('the photo at a public address is available to other sites while every visitor can open the CV', async () => {
  const { id } = await sharedCv({ published: true });
  const caller = { caller: acme };
  const { userSlug } = await resume.call.ResolveCv({
    token: (await resume.call.GetCvSharing({ id }, caller)).links[0]?.token ?? '',
  });
  const address = `/p/${userSlug}/photo.jpg`;
  expect((await get(address)).map(({ status }) => status)).toEqual([404, 404]);
  await resume.call.SetCvPicture(
    { picture: { id, experienceId: 0 }, content: await plainPicture('jpeg', 8, 8) },
    caller,
  );
  for (const { status, headers } of await get(address))
    expect([
      status,
      headers.get('content-type'),
      headers.get('cross-origin-resource-policy'),
      headers.get('cache-control'),
      headers.get('x-robots-tag'),
    ]).toEqual([200, 'image/jpeg', 'cross-origin', 'private, no-cache', 'noindex']);
  for (const [change, expected] of [
    [{ published: true, anonymized: true }, 404],
    // The form for the password
    [{ published: true, protected: true }, 200],
    [{ published: false }, 404],
  ] as const) {
    const content = Buffer.from(JSON.stringify({ title: 'Baker', ...change }));
    await resume.call.ReplaceCv({ id, content }, caller);
    for (const { status, headers } of await get(address)) {
      expect([change, status]).toEqual([change, expected]);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('cross-origin-resource-policy')).not.toBe('cross-origin');
    }
  }
});
