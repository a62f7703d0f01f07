import { MAX_CONCURRENT_PER_COMPANY } from '@vitae/kit/grpc-server';
import { profileQueries, slowFinds } from '@vitae/test/support/kit/query-profile';
import { plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import { until } from '@vitae/test/support/until';
import { createResumeApp } from './app.ts';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

/** All calls except lists and searches, which list-cost.integration.test.ts measures. */
async function runAllCalls(): Promise<void> {
  const { call } = service;
  const caller = { caller: acme };
  const user = await service.user(acme, { username: 'planned', id_origin: 'X-1' });
  const manager = await service.user(acme, { kind: 'manager' });
  const ref = { id: String(user.id) };
  const cv = await service.cv(acme, user.id, { title: 'One' }, { publish: true });
  const once = { user: ref, content: jsonBytes({ title: 'Once' }), idempotencyKey: 'once' };
  await call.CreateCv(once, caller);
  await call.CreateCv(once, caller);
  const other = await service.cv(acme, user.id, { title: 'Two' });
  const tag = parsed<{ id: number }>(await call.CreateTag({ tag: jsonBytes({ title: 'T' }) }, caller));

  await call.BatchGetUsers({ items: [{ caller: acme, user: { id: 'X-1', byIdOrigin: true } }] });
  await call.UpdateUser({ user: ref, patch: jsonBytes({ phone: '1' }) }, caller);
  await call.SetUserManager({ user: ref, managerId: manager.id }, caller);
  await call.GetUserProfile(ref, caller);
  await call.GetExportSource({ id: cv.id }, caller);
  await call.SetCvStatus({ id: cv.id, status: 'proofreading' }, caller);
  await call.GetCvDisplay({ id: cv.id, variant: 'web' }, caller);
  await call.SetCvPageLimit({ id: other.id, maxPages: 2 }, caller);
  await call.SetCvDocumentLanguage({ id: other.id, language: 'pl' }, caller);
  await call.SetCvSectionOrder({ id: other.id, sections: ['skills'] }, caller);
  await call.ListUserCvs(ref, caller);
  await call.AssociateTags({ user: ref, tags: [tag.id] }, caller);
  await call.ListUserTags(ref, caller);
  await call.DissociateTags({ user: ref, tags: [tag.id] }, caller);
  await call.GetTag({ id: tag.id }, caller);
  await call.UpdateTag({ id: tag.id, patch: jsonBytes({ title: 'U' }) }, caller);
  await call.DeleteTag({ id: tag.id }, caller);
  await call.ReplaceCv({ id: other.id, content: jsonBytes({ title: 'Three' }), keepVersion: true }, caller);
  const photo = { picture: { id: other.id, experienceId: 0 }, keepVersion: true };
  await call.SetCvPicture({ ...photo, content: await plainPicture('png', 8, 8) }, caller);
  await call.RemoveCvPicture(photo, caller);
  const { versions, pictures } = await call.ListCvVersions({ id: other.id }, caller);
  await call.GetCvVersionPicture({ cvId: other.id, name: pictures[0] ?? '' }, caller);
  await call.CountFormerPictures({ cvId: other.id }, caller);
  await call.GetCvVersion({ id: other.id, revision: versions[0]?.revision ?? 0 }, caller);
  await call.RestoreCvVersion({ id: other.id }, caller);
  await call.RemoveCvPicture(photo, caller);
  await call.EraseFormerPictures({ cvId: other.id }, caller);
  await call.SetCvLinkPreview({ id: other.id }, caller);
  await call.SetCvSlug({ id: other.id, slug: 'renamed' }, caller);
  const { token } = await call.AddCvLink({ id: other.id, name: 'Globex' }, caller);
  await call.ResolveCv({ token });
  await call.RevokeCvLink({ id: other.id, token }, caller);
  await call.GetCvSharing({ id: other.id }, caller);
  await call.ReplacePrivateLink({ id: other.id }, caller);
  await call.CopyCv({ id: other.id, title: 'Copy', idempotencyKey: 'copy' }, caller);
  await call.DeleteCv({ id: other.id }, caller);
  await call.ListDeletedCvs(ref, caller);
  await call.GetDeletedCv({ id: other.id }, caller);
  await call.GetDeletedCvAppearance({ id: other.id }, caller);
  await call.GetDeletedCvResume({ id: other.id }, caller);
  await call.RestoreCv({ id: other.id }, caller);
  await call.DeleteCv({ id: other.id }, caller);
  await call.DeleteUser(ref, caller);
  const before = service.now() + 1;
  await call.ListDeletedUsers({ deletedBefore: before, limit: 10 });
  await call.EraseDeletedCvs({ deletedBefore: before, limit: 10 });
  await call.EraseUser({ companyId: acme.companyId, id: user.id });
}

test('runs no query that scans a whole collection', async () => {
  const queries = await profileQueries(service.connection, runAllCalls);
  expect(queries.length).toBeGreaterThan(30);
  expect(new Set(queries.map(({ collection }) => collection)).size).toBeGreaterThan(4);
  expect(queries.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
  // A new CV needs a free slug. The owner's CVs are not read.
  const searches = queries.filter(({ plan }) => plan === 'IXSCAN { companyId: 1, userId: 1, slug: 1 }');
  expect(searches.length).toBeGreaterThan(1);
  expect(Math.max(...searches.map(({ docsExamined }) => docsExamined))).toBe(0);
});

test('limits the time of every query of a list', async () => {
  const { call, connection } = service;
  const caller = { caller: acme };
  const manager = [
    { type: 'manager', value: '1', comparator: '' },
    { type: 'created', value: '2020-02-02', comparator: '>' },
  ];
  const queries = await profileQueries(connection, async () => {
    await call.ListCvs({ page: { limit: 1, page: 2 } }, caller);
    await call.ListCvs(
      { filters: manager, sort: [{ field: 'recipient', descending: true }], page: { page: 2 } },
      caller,
    );
    await call.ListCvsByStatus({ status: 'draft', since: 0, page: { page: 2 } }, caller);
    await call.ListUsers({ page: { page: 2 } }, caller);
    await call.SearchUsers({ term: 'ann archer', page: { page: 2 } }, caller);
    await call.ListTags({ page: { page: 2 } }, caller);
  });
  const lists = queries.filter(({ plan }) => plan.includes('{ companyId: 1'));
  expect(new Set(lists.map(({ collection }) => collection))).toEqual(new Set(['cvs', 'users', 'tags']));
  expect(new Set(lists.map(({ command }) => command))).toEqual(new Set(['find', 'count', 'aggregate']));
  for (const { maxTimeMs } of lists) expect(maxTimeMs).toBeGreaterThan(0);
});

test('ends the query of a list on the server when the client disconnects', async () => {
  const { call, connection } = service;
  const owner = await service.user(acme, { username: 'patient' });
  await service.cv(acme, owner.id, { title: 'Slow' });
  const { running, restore } = slowFinds(connection, 'cvs', `"companyId":${acme.companyId}`);
  const client = new AbortController();
  try {
    const list = call.ListCvs({ page: { limit: 10, page: 1 } }, { caller: acme, signal: client.signal });
    const ended = expect(list).rejects.toMatchObject({ code: 'CANCELLED' });
    await until('the query is running', async () => (await running()) > 0);
    client.abort();
    await ended;
    await until('the query has ended', async () => (await running()) === 0);
  } finally {
    client.abort();
    restore();
  }
});

test('serves other companies while slow queries of one company use all of its slots', async () => {
  const { call, connection, close, user } = await openResumeFixture();
  const client = new AbortController();
  try {
    await user(globex);
    const users = connection.collection('users');
    const rows = Array.from({ length: 600 }, (_, index) => ({ _id: 1_000 + index, companyId: acme.companyId }));
    const unique = (id: number) => ({ usernameKey: `u${id}`, emailKey: `u${id}`, slug: `u${id}`, idOrigin: `u${id}` });
    await users.insertMany(rows.map((row) => ({ ...row, ...unique(row._id) })) as never[]);
    const { running } = slowFinds(connection, 'users', `"companyId":${acme.companyId}`);
    const repeat = async () => {
      while (!client.signal.aborted)
        await call.ListUsers({}, { caller: acme, signal: client.signal }).catch(() => undefined);
    };
    const slow = Array.from({ length: MAX_CONCURRENT_PER_COMPANY + 4 }, repeat);
    await until('all slots are in use', async () => (await running()) === MAX_CONCURRENT_PER_COMPANY);
    expect((await call.ListUsers({}, { caller: globex })).total).toBe(1);
    expect(await running()).toBeLessThanOrEqual(MAX_CONCURRENT_PER_COMPANY);
    client.abort();
    await Promise.all(slow);
    await until('the queries have ended', async () => (await running()) === 0);
    expect((await call.ListTags({}, { caller: acme })).total).toBe(0);
  } finally {
    client.abort();
    await close();
  }
});

test('upgrades CVs of earlier versions only on request', async () => {
  const user = await service.user(acme, { username: 'upgraded' });
  const cv = await service.cv(acme, user.id, { title: 'Old' });
  const cvs = service.connection.collection('cvs');
  const list = async () =>
    JSON.parse(String((await service.call.ListCvs({}, { caller: acme })).json)) as { id: string }[];
  const current = await list();
  await cvs.createIndex({ companyId: 1, facets: 1, createdAt: 1, _id: 1 });
  const earlier = { $set: { facets: [''] }, $unset: { terms: '', nameTerms: '', createdDays: '', updatedDays: '' } };
  await cvs.updateOne({ _id: cv.id as never }, earlier);
  expect(await list()).toHaveLength(current.length - 1);
  const prepare = (upgrade: boolean) =>
    createResumeApp({
      connection: service.connection,
      siteUrl: SITE,
      checkGrant: async () => undefined,
      upgrade,
    }).prepare();
  await expect(prepare(false)).rejects.toThrow('--prepare');
  await prepare(true);
  await prepare(false);
  expect(await list()).toEqual(current);
  expect(await cvs.findOne({ _id: cv.id as never })).not.toHaveProperty('facets');
});
