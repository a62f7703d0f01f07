import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { acme, globex, openResumeFixture, parsed, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { MAX_FORMER_SLUGS } from './use-cases/user-slug.ts';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const newOwner = async () => {
  const user = await service.user(acme);
  return { id: user.id, slug: user.username, caller: { ...acme, userId: user.id } };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

const rename = ({ id, caller }: Pick<Owner, 'id' | 'caller'>, slug: string) =>
  service.call.SetUserSlug({ user: { id: String(id) }, slug }, { caller });
const resolve = (userSlug: string, cvSlug = '') => service.call.ResolveCv({ public: { userSlug, cvSlug } });
const claims = (slug: string) =>
  service.connection.collection<object>('names').countDocuments({ _id: `slug:${slug}` } as object);
let names = 0;
const newName = () => `new-name-${++names}`;

test('a new name is part of the addresses of all CVs, and the former one leads to the same CVs', async () => {
  const owner = await newOwner();
  const main = await service.cv(acme, owner.id, { title: 'Baker', published: true });
  const other = await service.cv(acme, owner.id, { title: 'Cook', published: true });
  const name = newName();
  await rename(owner, `  ${name.toUpperCase()} `);
  for (const slug of [name, owner.slug]) {
    expect(await resolve(slug)).toMatchObject({ id: main.id, userSlug: name });
    expect(await resolve(slug, 'cook')).toMatchObject({ id: other.id, userSlug: name });
  }
  expect(await service.read(acme, main.id)).toMatchObject({ url: `https://cv.example/p/${name}` });
  expect(await service.read(acme, other.id)).toMatchObject({ url: `https://cv.example/p/${name}/cook` });
  const profile = await service.call.GetUserProfile({ id: String(owner.id) }, { caller: owner.caller });
  expect(JSON.parse(profile.json.toString())).toMatchObject({ user: { slug: name } });
  const added = await service.cv(acme, owner.id, { title: 'New', published: true });
  expect(added).toMatchObject({ url: `https://cv.example/p/${name}/new` });
});

test('a new name changes caches, lists and exports, but not the dates of the CVs', async () => {
  const owner = await newOwner();
  const main = await service.cv(acme, owner.id, { published: true });
  const other = await service.cv(acme, owner.id, { title: 'Cook', published: true });
  const read = async (knownVersion = '') =>
    (await service.call.BatchGetCvs({ items: [{ caller: acme, id: main.id, knownVersion }] })).items[0]?.document;
  const list = async () =>
    parsed<ResumeListItem[]>(await service.call.ListUserCvs({ id: String(owner.id) }, { caller: acme }));
  const headOf = async () => (await service.exportHead(acme, other.id)) as { revision: number };
  const [before, rows, head] = [await read(), await list(), await headOf()];
  const name = newName();
  service.at(service.now() + 60_000);
  const queries = await profileQueries(service.connection, () => rename(owner, name));
  expect(queries.filter(({ collection }) => collection === 'cvs')).toMatchObject([{ op: 'update', docsExamined: 2 }]);
  const after = await read(before?.version);
  expect(JSON.parse(String(after?.json))).toEqual({ ...main, url: `https://cv.example/p/${name}` });
  expect((await read(after?.version))?.json).toHaveLength(0);
  expect(await list()).toEqual(
    rows.map((row) => ({ ...row, public_url: row.public_url.replace(`/p/${owner.slug}`, `/p/${name}`) })),
  );
  expect(rows).toHaveLength(2);
  expect((await headOf()).revision).toBe(head.revision + 1);
});

test('a deleted CV is restored with the current name', async () => {
  const owner = await newOwner();
  await service.cv(acme, owner.id);
  const cv = await service.cv(acme, owner.id, { title: 'Cook' });
  await service.call.DeleteCv({ id: cv.id }, { caller: owner.caller });
  const name = newName();
  await rename(owner, name);
  await service.call.RestoreCv({ id: cv.id }, { caller: owner.caller });
  const sharing = await service.call.GetCvSharing({ id: cv.id }, { caller: owner.caller });
  expect(sharing).toMatchObject({ userSlug: name, pageUrl: `https://cv.example/p/${name}/cook` });
});

test('a former name stays reserved for its user, who can return to it', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const name = newName();
  await rename(owner, name);
  for (const taken of [owner.slug, name])
    await expect(rename(stranger, taken)).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'slug_taken' });
  const cv = await service.cv(acme, owner.id, { published: true });
  await rename(owner, owner.slug);
  expect(await resolve(name)).toMatchObject({ id: cv.id, userSlug: owner.slug });
});

test('all names of a deleted user stay reserved until the user is erased', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const name = newName();
  await rename(owner, name);
  await service.cv(acme, owner.id, { published: true });
  await service.call.DeleteUser({ id: String(owner.id) }, { caller: acme });
  const successor = await service.user(acme, { username: owner.slug });
  await service.cv(acme, successor.id, { published: true });
  for (const former of [owner.slug, name]) {
    await expect(rename(stranger, former)).rejects.toMatchObject({ reason: 'slug_taken' });
    await expect(resolve(former)).rejects.toMatchObject({ reason: 'cv_not_found' });
  }
  expect(await resolve(`${owner.slug}-2`)).toMatchObject({ userId: successor.id });
  await service.call.EraseUser({ companyId: 1, id: owner.id });
  expect(await Promise.all([owner.slug, name].map(claims))).toEqual([0, 0]);
  await rename(stranger, name);
});

test('an erasure releases no name that another user has in the meantime', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  await service.call.DeleteUser({ id: String(owner.id) }, { caller: acme });
  // As earlier versions did at the deletion.
  await service.connection.collection<object>('names').deleteOne({ _id: `slug:${owner.slug}` } as object);
  await rename(stranger, owner.slug);
  await service.call.EraseUser({ companyId: 1, id: owner.id });
  expect(await claims(owner.slug)).toBe(1);
});

test('a name belongs to one user, also when several want it at the same time', async () => {
  const owners = [await newOwner(), await newOwner(), await newOwner()];
  const name = newName();
  const results = await Promise.allSettled(owners.map((owner) => rename(owner, name)));
  const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reason] : []));
  expect(rejected).toEqual(['slug_taken', 'slug_taken']);
  expect(await claims(name)).toBe(1);
});

test.each(['', 'a-b', '…', 'admin', 'Sign in', 'vitae'])('rejects the name %j', async (text) => {
  await expect(rename(await newOwner(), text)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a user can return to a username that others could not choose', async () => {
  const { id } = await service.user(acme, { username: 'Vitae' });
  const owner = { id, caller: { ...acme, userId: id } };
  const name = newName();
  await rename(owner, name);
  await rename(owner, 'vitae');
  expect(await claims('vitae')).toBe(1);
  await rename(owner, name);
  await expect(rename(await newOwner(), 'vitae')).rejects.toMatchObject({ reason: 'slug_reserved' });
});

test('limits the number of names that are reserved for a user', async () => {
  const owner = await newOwner();
  for (let index = 0; index < MAX_FORMER_SLUGS; index++) await rename(owner, newName());
  await expect(rename(owner, newName())).rejects.toMatchObject({ reason: 'too_many_addresses' });
  await rename(owner, owner.slug);
});

test('is changed only by its user', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  for (const caller of [stranger.caller, globex])
    await expect(rename({ id: owner.id, caller }, newName())).rejects.toMatchObject({ reason: 'user_not_found' });
});

test('a client may send back an address with the former name, but no other', async () => {
  const owner = await newOwner();
  const cv = await service.cv(acme, owner.id, { title: 'Old' });
  const name = newName();
  await rename(owner, name);
  const content = Buffer.from(JSON.stringify({ ...cv, url: `https://cv.example/p/${owner.slug}`, title: 'Changed' }));
  await service.call.ReplaceCv({ id: cv.id, content }, { caller: acme });
  expect(await service.read(acme, cv.id)).toMatchObject({ title: 'Changed' });
  const stranger = await newOwner();
  for (const never of [stranger.slug, `${name}x`]) {
    const foreign = Buffer.from(JSON.stringify({ ...cv, url: `https://cv.example/p/${never}` }));
    await expect(service.call.ReplaceCv({ id: cv.id, content: foreign }, { caller: acme })).rejects.toMatchObject({
      details: [{ field: 'url', message: 'is read-only. Omit it or send its stored value' }],
    });
  }
});

describe('a former name that the user gives up', () => {
  const release = ({ id, caller }: Pick<Owner, 'id' | 'caller'>, slug: string) =>
    service.call.ReleaseUserSlug({ user: { id: String(id) }, slug }, { caller });
  const slugsOf = ({ id, caller }: Owner) => service.call.GetUserSlugs({ id: String(id) }, { caller });

  test('no longer leads to the CVs, and another user can take it', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const cv = await service.cv(acme, owner.id, { published: true });
    const foreign = await service.cv(acme, stranger.id, { published: true });
    const [first, second] = [newName(), newName()];
    await rename(owner, first);
    await rename(owner, second);
    expect(await slugsOf(owner)).toEqual({ slug: second, formerSlugs: [owner.slug, first] });
    expect(await release(owner, first)).toEqual({ released: true });
    expect(await slugsOf(owner)).toEqual({ slug: second, formerSlugs: [owner.slug] });
    await expect(resolve(first)).rejects.toMatchObject({ reason: 'cv_not_found' });
    for (const kept of [owner.slug, second]) expect(await resolve(kept)).toMatchObject({ id: cv.id });
    await rename(stranger, first);
    expect(await resolve(first)).toMatchObject({ id: foreign.id, userSlug: first });
    await expect(rename(owner, first)).rejects.toMatchObject({ reason: 'slug_taken' });
  });

  test('is given up once, and neither the current name nor that of another user can be given up', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const name = newName();
    await rename(owner, name);
    for (const never of [name, stranger.slug, newName()])
      expect(await release(owner, never)).toEqual({ released: false });
    expect(await Promise.all([name, stranger.slug].map(claims))).toEqual([1, 1]);
    const releases = await Promise.all([release(owner, owner.slug), release(owner, owner.slug)]);
    expect(releases.filter(({ released }) => released)).toHaveLength(1);
    expect(await claims(owner.slug)).toBe(0);
  });

  test('no longer counts towards the limit', async () => {
    const owner = await newOwner();
    for (let index = 0; index < MAX_FORMER_SLUGS; index++) await rename(owner, newName());
    await release(owner, owner.slug);
    await rename(owner, newName());
    expect((await slugsOf(owner)).formerSlugs).toHaveLength(MAX_FORMER_SLUGS);
  });

  test('stays available when the data of the user is erased', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    await rename(owner, newName());
    await release(owner, owner.slug);
    await rename(stranger, owner.slug);
    await service.call.DeleteUser({ id: String(owner.id) }, { caller: acme });
    await service.call.EraseUser({ companyId: 1, id: owner.id });
    expect(await claims(owner.slug)).toBe(1);
  });

  test('is neither read nor given up by others', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    await rename(owner, newName());
    for (const caller of [stranger.caller, globex]) {
      await expect(release({ id: owner.id, caller }, owner.slug)).rejects.toMatchObject({ reason: 'user_not_found' });
      await expect(slugsOf({ ...owner, caller } as Owner)).rejects.toMatchObject({ reason: 'user_not_found' });
    }
    expect(await claims(owner.slug)).toBe(1);
  });
});
