import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import { createResumeApp } from './app.ts';

let service: ResumeFixture;
const parts = () => ({
  connection: service.connection,
  clock: { now: service.now },
  checkGrant: async () => undefined,
});
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

async function readWith(id: number, knownVersion: string, caller = acme) {
  const { items } = await service.call.BatchGetCvs({ items: [{ caller, id, knownVersion }] });
  const document = items[0]?.document;
  return document ? { json: String(document.json), version: document.version } : items[0]?.status?.reason;
}

async function createAndRead(content: object) {
  const user = await service.user(acme);
  const { id } = await service.cv(acme, user.id, content);
  const read = await readWith(id, '');
  if (typeof read !== 'object') throw new Error(`Reading the CV failed: ${read}`);
  return { id, ...read };
}

test('does not return the JSON if the reader has the current version', async () => {
  const { id, json, version } = await createAndRead({ title: 'Known' });
  expect(JSON.parse(json)).toMatchObject({ title: 'Known' });
  const queries = await profileQueries(service.connection, async () => {
    expect(await readWith(id, version)).toEqual({ json: '', version });
  });
  expect(queries).toMatchObject([{ collection: 'cvs', plan: 'IXSCAN { _id: 1 }', docsExamined: 1 }]);
});

test('returns the JSON only to the readers in a batch that do not have it', async () => {
  const { id, json, version } = await createAndRead({ title: 'Shared' });
  const versions = [version, '', 'another', version];
  const { items } = await service.call.BatchGetCvs({
    items: versions.map((knownVersion) => ({ caller: acme, id, knownVersion })),
  });
  expect(items.map(({ document }) => String(document?.json))).toEqual(['', json, json, '']);
});

test('does not let another company read a CV whose version it knows', async () => {
  const { id, version } = await createAndRead({});
  expect(await readWith(id, version, globex)).toBe('cv_not_found');
});

test('returns a change of another replica with the next read', async () => {
  const { id, version } = await createAndRead({ title: 'Before' });
  const replica = createResumeApp({ ...parts(), siteUrl: SITE });
  const context = { caller: acme } as never;
  const change = { id, content: jsonBytes({ title: 'After' }), ifRevision: 0 };
  await replica.handlers.ReplaceCv(change as never, context);
  const read = await readWith(id, version);
  expect(read).toMatchObject({ json: expect.stringContaining('After') });
  await replica.handlers.DeleteCv({ id, ifRevision: 0 }, context);
  expect(await readWith(id, (read as { version: string }).version)).toBe('cv_not_found');
});

test('returns the JSON if the date, the code or the settings changed it', async () => {
  const { id, version } = await createAndRead({ experiences: { experience: [{ start: '2023-04-01' }] } });
  const before = service.now();
  service.at('2026-04-02T00:00:00Z');
  const later = await readWith(id, version);
  service.at(before);
  expect(later).toMatchObject({ json: expect.stringContaining('"seniority":2') });
  expect(later).not.toMatchObject({ version });

  const moved = createResumeApp({ ...parts(), siteUrl: 'https://moved.example' });
  const items = [{ caller: acme, id, knownVersion: version }];
  const response = await moved.handlers.BatchGetCvs({ items } as never, {} as never);
  expect(String(response.items?.[0]?.document?.json)).toContain('https://moved.example');
});
