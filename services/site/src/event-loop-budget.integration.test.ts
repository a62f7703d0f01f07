import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sampleSource } from '@vitae/document/sample-source';
import { createLogger } from '@vitae/kit/log';
import { createArchive } from '@vitae/kit/zip-archive';
import { readApiReference } from '@vitae/proto/api-reference';
import { cvInput, type Experience } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { expectWithinBudget } from '@vitae/test/support/event-loop';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import { pathOfRoute, startOwnersFixture } from '@vitae/test/support/gateway/owner-fixtures';
import {
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type CvEditor, createCvEditor } from './features/account/editor/cv-editor.ts';
import { docsRoutes } from './features/docs/docs-routes.tsx';
import { type CvFilesDependencies, createCvFiles } from './features/public-cvs/cv-files.ts';
import { type PublicRoutesDependencies, publicRoutes } from './features/public-cvs/public-routes.ts';

const MB = 1024 * 1024;

const manyFields = (count: number) =>
  Array.from({ length: count }, (_none, index): [string, string] => [`field${index}`, String(index)]);

/** Statuses of forms that are rejected because of their length, before their session is read or after. */
const TOO_LONG = [400, 413];
/** Statuses of forms with a valid token: 403 would mean that only the token was checked. */
const HANDLED = [303, 400, 404, 409, 422, 429];

/** Forms that are expensive to parse or to validate, with the rest of a valid one. */
const forms: readonly [name: string, text: string, statuses: readonly number[]][] = [
  ['empty pairs', '=&'.repeat(MB / 2 - 8), TOO_LONG],
  ['the maximum number of fields', new URLSearchParams(manyFields(990)).toString(), HANDLED],
  ['too many fields', new URLSearchParams(manyFields(20_000)).toString(), TOO_LONG],
  ['a long text', `login=x&email=x&password=${'%C3%A9'.repeat(5_000)}`, HANDLED],
];

/** Sends prepared bytes, because building a form would take time in this process as well. */
function post(url: string, { cookies }: WebVisitor, body: Buffer, statuses: readonly number[]): () => Promise<unknown> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
  };
  return async () => {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' });
    await response.arrayBuffer();
    if (!statuses.includes(response.status)) throw new Error(`POST ${url} returned ${response.status}`);
  };
}

/** Requests a page, which must have the given status. */
const page = (visitor: WebVisitor, path: string, expected = 200): [name: string, get: () => Promise<unknown>] => [
  path,
  async () => {
    const { status } = await visitor.get(path);
    if (status !== expected) throw new Error(`GET ${path} returned ${status}`);
  },
];

/** A form that signs out would end the session of all later forms. */
const formsAt = (path: string) =>
  path.endsWith('/sign-out') ? forms.filter(([_name, _text, statuses]) => statuses === TOO_LONG) : forms;

const formsOf = (url: string, visitor: WebVisitor, paths: readonly string[], csrf: string) =>
  paths
    .map((path) => path.replace(':locale', 'fr').replace(':action', 'protect'))
    .map((path) => pathOfRoute(path, 7))
    .flatMap((path) =>
      formsAt(path).map(([name, text, statuses]): [string, () => Promise<unknown>] => [
        `${path}, ${name}`,
        post(url + path, visitor, Buffer.from(`csrf=${csrf}&${text}`), statuses),
      ]),
    );

const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('no page or form of the settings blocks other requests', async () => {
  const system = await startSettingsFixture(process.env);
  try {
    const gateway = await system.start();
    const visitor = await signedInAt(gateway, await system.createAdministrator(gateway, 'owner'));
    const pages = ['keys', 'consumption', 'signature', 'applications', 'limits', 'team', 'audit', 'security'];
    const { text } = await visitor.get('/settings/keys/new');
    expect(csrfIn(text)).not.toBe('');
    const key = `keys/${await createUsedKey(system, gateway)}`;
    const more = [key, `${key}/roll`, `${key}/revoke`, 'consumption/calls', 'consumption.csv', 'consumption/refused'];
    const networks = encodeURIComponent('198.51.100.0/24\n'.repeat(50));
    const preview = Buffer.from(`csrf=${csrfIn(text)}&action=preview&endpoint%3Acv.read=on&networks=${networks}`);
    await expectWithinBudget([
      ...[...pages, ...more].map((name) => page(visitor, `/settings/${name}`)),
      ['the preview of restrictions', post(`${gateway.url}/settings/${key}/fence`, visitor, preview, [200])],
      ...formsOf(gateway.url, visitor, gateway.posts, csrfIn(text)),
    ]);
  } finally {
    await system.close();
  }
});

/** Creates a historical key that used the maximum number of addresses, and 2,000 counters of consumption. */
async function createUsedKey(system: SettingsFixture, gateway: SettingsGateway): Promise<number> {
  const { id: companyId, timeZone } = system.company;
  const { id } = await gateway.keyAccess.manager.importLegacy(companyId, 'Old program', `old-${companyId}`, 'secret');
  const now = system.clock.now();
  const days = Array.from({ length: 29 }, (_none, day) => {
    const addresses = Array.from({ length: 200 }, (_other, index) => [`192_0_${day}_${index}`, 1]);
    const counts = { addresses: Object.fromEntries(addresses), others: 0, repeated: 1, late: 1 };
    return { _id: `${id} ${day}`, keyId: id, at: new Date(now - day * 86_400_000), ...counts };
  });
  await gateway.connection.collection<{ _id: string }>('fenceobservations').insertMany(days);
  const counters = Array.from({ length: 2_000 }, (_none, index) => ({
    source: `k${index < 40 ? id : 1_000_000 + index}`,
    endpoint: index < 40 ? `endpoint.${index}` : 'cv.read',
    name: 'accepted_standard',
    count: 1,
  }));
  const minute = Math.floor(now / 60_000) - 5;
  await gateway.consumption.store.flush([{ minute: { companyId, minute, generation: 'g', counters }, timeZone }]);
  return id;
}

test('no page or form of owners blocks other requests', async () => {
  const system = await startOwnersFixture(process.env);
  try {
    const gateway = await system.start({ editor: editorOfLargeCv() });
    const visitor = createWebVisitor(gateway.url, system.newAddress());
    const { username, password } = await system.createOwner(gateway);
    await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login: username, password });
    const { text } = await visitor.get('/account');
    expect(text).toContain(username);
    const consent = ['/:locale/oauth/authorize', '/:locale/oauth/sign-in', '/:locale/oauth/sign-out'];
    await expectWithinBudget([
      page(visitor, '/account'),
      page(visitor, '/account/cvs/new'),
      page(visitor, '/account/cvs/7/edit'),
      page(visitor, '/account/cvs/7/edit/skills/1'),
      ['a skill with many others below', saveLargeSkill(visitor)],
      ['a large imported CV', importFile(`${gateway.url}/account/cvs/import`, visitor, csrfIn(text), largeResume())],
      [
        'a large LinkedIn export',
        importFile(`${gateway.url}/account/cvs/import`, visitor, csrfIn(text), await largeLinkedInExport()),
      ],
      ['the consent page', () => visitor.get(`/fr/oauth/authorize?oauth_token=${'x'.repeat(4_000)}`)],
      ...formsOf(gateway.url, visitor, [...gateway.posts, ...consent], csrfIn(text)),
    ]);
  } finally {
    await system.close();
  }
});

const LARGE_SKILL = '/account/cvs/7/edit/skills/1';

/** An editor with thousands of entries. */
function editorOfLargeCv(): CvEditor {
  const many = (count: number, item: object) => Array.from({ length: count }, () => item);
  const children = { skill: many(500, { title: 'Rye', details: 'x' }) };
  const cv = cvInput.parse({
    culture: 'en_US',
    experiences: { experience: many(500, { title: 'Baker' }) },
    contacts: { contact: many(500, { type: 'phone', value: '1' }) },
    interests: { interest: many(500, { title: 'Music' }) },
    skills: { skill: [{ title: 'Bread', children }, ...many(499, { title: 'Cake' })] },
  });
  const document = { json: Buffer.from(JSON.stringify({ ...cv, id: 7, userId: 1 })), revision: 1 };
  // Responses of services arrive in a later turn of the event loop.
  const respondWith = (response: object) => () => nextTurn(response);
  return createCvEditor({
    cv: respondWith(document),
    call: { ReplaceCv: respondWith(document), GetCvResumeSections: respondWith({ json: Buffer.from('{}') }) },
  } as never);
}

/** Saves the largest form of the editor with one changed field. Reading its fields, as a browser does, is not measured. */
function saveLargeSkill(visitor: WebVisitor): () => Promise<unknown> {
  let fields: Record<string, string> | undefined;
  return async () => {
    fields ??= unchangedFields((await visitor.get(LARGE_SKILL)).text, LARGE_SKILL);
    const { status } = await visitor.post(LARGE_SKILL, { ...fields, title: 'Loaves' });
    if (status !== 303) throw new Error(`The editor returned ${status}`);
  };
}

/** A CV of almost 1 MB. */
function largeResume(): Buffer {
  const work = Array.from({ length: 4_000 }, () => ({ summary: 'x'.repeat(220) }));
  return Buffer.from(JSON.stringify({ basics: {}, work }));
}

/** An export with thousands of rows that have fewer columns than the header. */
function largeLinkedInExport(): Promise<Buffer> {
  const rows = `Title,Description,Location\n${`Baker,${'x'.repeat(160)}\n`.repeat(4_000)}`;
  const open = async () => Readable.from([Buffer.from(rows)]);
  return buffer(createArchive([{ name: 'Positions.csv', compress: false, open }], new Date(0)));
}

function importFile(url: string, { cookies }: WebVisitor, csrf: string, file: Buffer): () => Promise<unknown> {
  const boundary = 'b'.repeat(30);
  const part = (head: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const parts = [
    ...part('name="csrf"', csrf),
    ...part('name="once"', 'o'.repeat(36)),
    ...part('name="file"; filename="cv"', file),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  const body = new Uint8Array(Buffer.concat(parts));
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
  };
  return async () => {
    const { status } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    if (status !== 303) throw new Error(`POST ${url} returned ${status}`);
  };
}

test('no page of the documentation blocks other requests', async () => {
  const addresses = {
    COMPANY_API_URL: 'https://a.example',
    USER_API_URL: 'https://b.example',
    OAUTH_URL: 'https://c.example',
  };
  const { visitor, close } = await serve(docsRoutes(readApiReference(addresses), addresses));
  try {
    const pages = [
      '/docs',
      '/docs/reference',
      '/docs/reference/cv.read',
      '/docs/console.json',
      '/docs/openapi.json',
      '/docs/signing',
      '/docs/signature-vectors.json',
    ];
    await expectWithinBudget(pages.map((path) => page(visitor, path)));
  } finally {
    await close();
  }
});

const LINES = 'a\n'.repeat(10_000);
const BASE = sampleSource();
const EXPERIENCE = BASE.cv.experiences.experience[0] as Experience;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** CVs of almost 1 MB that are expensive to show, as the resume service returns them for a page. */
const largest: readonly [name: string, source: Partial<ExportSource>][] = [
  ['the maximum number of experiences', largestExperiences(BASE)],
  ['the maximum number of experiences, anonymized', largestExperiences(sampleSource({ anonymized: true }))],
  [
    'many lines in one experience',
    inCv({
      experiences: { experience: [{ ...EXPERIENCE, missions: { mission: Array(33).fill({ description: LINES }) } }] },
    }),
  ],
  ['many lines in one skill', inCv({ skills: { skill: [skillOf(Array(33).fill({ details: LINES }))] } })],
  [
    'the maximum number of skills',
    inCv({ skills: { skill: Array(500).fill(skillOf([{ details: 'a\n'.repeat(600) }])) } }),
  ],
  [
    'one project with many highlights',
    { sections: { ...BASE.sections, projects: [{ ...BASE.sections.projects[0], highlights: Array(33).fill(LINES) }] } },
  ],
  ['right-to-left text', inCv({ skills: { skill: [skillOf(Array(33).fill({ details: '\u05d0\n'.repeat(5_000) }))] } })],
] as never;

function inCv(changes: Partial<ExportSource['cv']>): Partial<ExportSource> {
  return { cv: { ...BASE.cv, ...changes } };
}

function skillOf(children: { details: string }[]) {
  const leaves = children.map((child) => ({ title: 'x', level: null, children: { skill: [] }, ...child }));
  return { title: 'x', level: null, details: null, children: { skill: leaves } };
}

function largestExperiences({ cv, anonymized }: ExportSource): Partial<ExportSource> {
  const experience = Array.from({ length: 500 }, (_none, index) => ({
    ...cv.experiences.experience[0],
    id: index + 1,
    logo: anonymized ? null : `/pictures/${index}.png`,
    description: `${'A team that builds things. '.repeat(60)}\n`,
  }));
  const logos = experience.flatMap(({ logo }) =>
    logo === null ? [] : [[logo, { contentType: 'image/png', base64: '' }]],
  );
  return { anonymized, logos: Object.fromEntries(logos), cv: { ...cv, experiences: { experience } } } as never;
}

test.each(largest)('the page of a CV with %s does not block other requests', async (_kind, source) => {
  const { visitor, close } = await serveCv(Buffer.from(JSON.stringify(sampleSource(source))));
  try {
    await expectWithinBudget([page(visitor, '/p/jane')]);
  } finally {
    await close();
  }
});

test('no picture or file of a public CV blocks other requests', async () => {
  const { visitor, close } = await serveCv(Buffer.from(JSON.stringify(sampleSource())));
  try {
    await expectWithinBudget([
      page(visitor, '/c/token/photo'),
      page(visitor, '/p/jane/preview.png'),
      page(visitor, '/c/token/export?format=pdf'),
    ]);
  } finally {
    await close();
  }
});

/** Serves the page, photo and files of a CV. */
function serveCv(document: Buffer) {
  const cv = { companyId: 1, id: 12, userId: 3, userSlug: 'jane', cvSlug: 'main', token: 'token' };
  const { anonymized } = JSON.parse(document.toString());
  const location = { ...cv, published: true, indexed: true, protected: false, main: true, anonymized };
  const file = Buffer.concat([PNG, Buffer.alloc(MB)]);
  const call = {
    // The page of another revision than the current one is not cached.
    ResolveCv: async () => ({ ...location, revision: 1 }),
    GetExportSource: async () => ({ head: { revision: 0 }, document }),
    GetCvPicture: async () => ({ contentType: 'image/png', content: file }),
  };
  const files = createCvFiles({
    exports: { create: async () => ({ ready: true, address: 'a' }) },
    artifacts: {
      read: async () => new Blob([file]).stream(),
      stream: async (_address: string, _request: Request, response: Response) => void response.send(file),
    },
    rate: { count: async () => 0 },
    waitMs: 0,
  } as unknown as CvFilesDependencies);
  return serve(
    publicRoutes({
      resume: { call },
      files,
      applicationAccess: { record: async () => undefined },
      unlocked: { mayOpen: () => true },
      countVisit: () => undefined,
      publicUrl: 'https://vitae.example',
      clock: { now: () => Date.UTC(2026, 10, 22) },
      log: createLogger({ name: 'test', level: 'silent' }),
    } as unknown as PublicRoutesDependencies),
  );
}

async function serve(routes: RequestHandler): Promise<{ visitor: WebVisitor; close(): Promise<unknown> }> {
  const server = express().use(routes).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    visitor: createWebVisitor(`http://127.0.0.1:${port}`, '192.0.2.1'),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
