import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';

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
  await call.ListUserCvs(ref, caller);
  await call.AssociateTags({ user: ref, tags: [tag.id] }, caller);
  await call.ListUserTags(ref, caller);
  await call.DissociateTags({ user: ref, tags: [tag.id] }, caller);
  await call.GetTag({ id: tag.id }, caller);
  await call.UpdateTag({ id: tag.id, patch: jsonBytes({ title: 'U' }) }, caller);
  await call.DeleteTag({ id: tag.id }, caller);
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
});
