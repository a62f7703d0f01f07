import { createModels, prepareDatabase } from './mongo/models.ts';
import { mendTokensOnce, UPGRADE_MS } from './mongo/mend-tokens.ts';
import { dropRetiredIndexes, RETIRED, retokenizeCvs } from './mongo/retokenize.ts';
import { acme, openScratchResume, parsed, type ScratchResume } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;
beforeAll(async () => {
  service = await openScratchResume();
});
afterAll(() => service.close());

const cvs = () => service.connection.collection('cvs');
const tokens = { facets: 1, createdFacets: 1, updatedFacets: 1 } as const;
const start = () => prepareDatabase(createModels(service.connection));
const listed = async () => {
  const filters = [{ type: 'cvType', value: 'main', comparator: '' }];
  return parsed<unknown[]>(await service.call.ListCvs({ filters }, { caller: acme })).length;
};

test('CVs of an earlier version get their tokens at start, and its indexes stay while its replicas may run', async () => {
  const user = await service.user(acme);
  const cv = await service.cv(acme, user.id, { title: 'Old' });
  const before = await cvs().findOne({ _id: cv.id as never }, { projection: tokens });
  await cvs().updateOne(
    { _id: cv.id as never },
    { $unset: { facets: '', createdFacets: '', updatedFacets: '' }, $set: { createdIn: [1], updatedIn: [1] } },
  );
  await cvs().createIndex({ companyId: 1, createdIn: 1, updatedAt: 1, _id: 1 });
  await Promise.all([start(), start()]);
  expect(await cvs().findOne({ _id: cv.id as never }, { projection: tokens })).toEqual(before);
  expect(await cvs().findOne({ _id: cv.id as never, createdIn: { $exists: true } })).toBeNull();
  const names = async () => (await cvs().indexes()).map(({ name }) => name);
  const retired = 'companyId_1_createdIn_1_updatedAt_1__id_1';
  const kept = await names();
  expect(kept).toContain(retired);
  const models = createModels(service.connection);
  await Promise.all([dropRetiredIndexes(models, RETIRED), dropRetiredIndexes(models, RETIRED)]);
  expect(await names()).toEqual(kept.filter((name) => name !== retired));
  expect(await listed()).toBe(1);
});

test('what a replica of an earlier version writes after the start is found by lists too', async () => {
  const before = await listed();
  const user = await service.user(acme);
  const { id } = await service.cv(acme, user.id, { title: 'Written by the one before' });
  await cvs().updateOne({ _id: id as never }, { $unset: { facets: '', createdFacets: '', updatedFacets: '' } });
  expect(await listed()).toBe(before);
  const models = createModels(service.connection);
  expect([await retokenizeCvs(models), await retokenizeCvs(models)]).toEqual([1, 0]);
  expect(await listed()).toBe(before + 1);
});

test('a manager or tag that a replica of an earlier version changes is mended once the upgrade is over', async () => {
  const user = await service.user(acme);
  const cvIds = await Promise.all(
    ['One', 'Two', 'Three'].map(async (title) => (await service.cv(acme, user.id, { title })).id),
  );
  const found = async (id: number | undefined) => cvs().findOne({ _id: id as never });
  const [owned, left, untouched] = cvIds;
  await cvs().updateOne({ _id: owned as never }, { $set: { managerId: 77, tagIds: [5, 6] } });
  await cvs().updateOne({ _id: left as never }, { $push: { facets: { $each: ['m78', 't9'] } } } as never);
  const before = await found(untouched);
  const models = createModels(service.connection);
  await models.upgrades.deleteMany({});
  const began = Date.UTC(2026, 10, 21);
  const at = (ms: number) => mendTokensOnce(models, new Date(began + ms));
  expect([await at(0), await at(UPGRADE_MS - 1)]).toEqual([undefined, undefined]);
  expect([await at(UPGRADE_MS), await at(UPGRADE_MS + 60_000)]).toEqual([2, undefined]);
  expect((await found(owned))?.facets).toEqual(expect.arrayContaining(['m77', 't5', 'm77 t6']));
  expect((await found(owned))?.createdFacets).toEqual(expect.arrayContaining([expect.stringMatching(/ m77$/)]));
  expect((await found(left))?.facets).not.toContain('m78');
  expect(await found(untouched)).toEqual(before);
});

test('a manager or tag that is gone leaves no token behind', async () => {
  const { call } = service;
  const manager = await service.user(acme, { kind: 'manager' });
  const user = await service.user(acme);
  const { id } = await service.cv(acme, user.id, { title: 'One' });
  const { json } = await call.CreateTag({ tag: Buffer.from(JSON.stringify({ title: 'T' })) }, { caller: acme });
  const tag = JSON.parse(Buffer.from(json).toString()) as { id: number };
  const tokensOf = async () => {
    const found = await cvs().findOne({ _id: id as never }, { projection: tokens });
    return [found?.facets, found?.createdFacets, found?.updatedFacets].flat() as string[];
  };
  const before = await tokensOf();
  await call.SetUserManager({ user: { id: String(user.id) }, managerId: manager.id }, { caller: acme });
  await call.AssociateTags({ user: { id: String(user.id) }, tags: [tag.id] }, { caller: acme });
  expect(await tokensOf()).toEqual(expect.arrayContaining([`m${manager.id}`, `m${manager.id} t${tag.id}`]));
  await call.DeleteTag({ id: tag.id }, { caller: acme });
  await call.DeleteUser({ id: String(manager.id) }, { caller: acme });
  expect((await tokensOf()).toSorted()).toEqual(before.toSorted());
});
