import { applicationLinkToken } from '@vitae/proto/application-link';
import type { CvLink } from '@vitae/proto/gen/cv/resume/v1/CvLink';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { acme, globex, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const DAY_MS = 86_400_000;
const missing = { reason: 'cv_not_found' };

const newOwner = async () => {
  const user = await service.user(acme);
  return { id: user.id, username: user.username, caller: { ...acme, userId: user.id } };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

const add = (owner: Owner, id: number, fields: object = {}) =>
  service.call.AddCvLink({ id, name: 'Acme', days: 0, ...fields }, { caller: owner.caller });
const sharing = (owner: Owner, id: number) => service.call.GetCvSharing({ id }, { caller: owner.caller });
const resolve = (address: object) => service.call.ResolveCv(address);
const tokensIn = async (collection: string, tokens: readonly string[]) => {
  const ids = tokens.map((token) => `token:${token}`);
  const matching = { $or: [{ _id: { $in: ids } }, { 'links.token': { $in: [...tokens] } }] };
  return service.connection.collection<object>(collection).countDocuments(matching as object);
};

describe('a private link', () => {
  test('opens its CV, hides the other links, and is listed with its expiry', async () => {
    const owner = await newOwner();
    const cv = await service.cv(acme, owner.id);
    const first = await add(owner, cv.id, { name: '  Acme, November ', days: 30 });
    const second = await add(owner, cv.id, { name: 'Globex' });
    expect(first).toEqual({
      token: expect.stringMatching(/^[\w-]{32}$/),
      url: `https://cv.example/c/${first.token}`,
      name: 'Acme, November',
      createdAt: service.now(),
      expiresAt: service.now() + 30 * DAY_MS,
      expired: false,
    });
    expect(await resolve({ token: first.token })).toMatchObject({ id: cv.id, published: false, token: first.token });
    expect(second.expiresAt).toBe(0);
    expect((await sharing(owner, cv.id)).links).toEqual([first, second]);
    expect(await service.read(acme, cv.id)).toEqual(cv);
  });

  test('stops working when it expires, and stays listed until it is removed', async () => {
    const owner = await newOwner();
    const cv = await service.cv(acme, owner.id);
    const link = await add(owner, cv.id, { days: 7 });
    const start = service.now();
    service.at(start + 7 * DAY_MS - 1);
    await expect(resolve({ token: link.token })).resolves.toMatchObject({ id: cv.id });
    service.at(start + 7 * DAY_MS);
    await expect(resolve({ token: link.token })).rejects.toMatchObject(missing);
    expect((await sharing(owner, cv.id)).links).toMatchObject([{ token: link.token, expired: true }]);
    service.at(start);
  });

  test('can be revoked repeatedly, and only by the owner of its CV', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const cv = await service.cv(acme, owner.id);
    const theirs = await service.cv(acme, stranger.id);
    const link = await add(owner, cv.id);
    const revoke = (by: Owner, id: number, token: string) =>
      service.call.RevokeCvLink({ id, token }, { caller: by.caller });
    await expect(revoke(stranger, cv.id, link.token)).rejects.toMatchObject(missing);
    await revoke(stranger, theirs.id, link.token);
    const permanent = (await resolve({ token: link.token })).id;
    expect(permanent).toBe(cv.id);
    for (let attempt = 0; attempt < 2; attempt++) expect((await revoke(owner, cv.id, link.token)).links).toEqual([]);
    await expect(resolve({ token: link.token })).rejects.toMatchObject(missing);
    expect(await tokensIn('names', [link.token])).toBe(0);
    for (const caller of [stranger.caller, globex]) {
      await expect(service.call.GetCvSharing({ id: cv.id }, { caller })).rejects.toMatchObject(missing);
      await expect(service.call.AddCvLink({ id: cv.id, name: 'x' }, { caller })).rejects.toMatchObject(missing);
      await expect(service.call.ReplacePrivateLink({ id: cv.id }, { caller })).rejects.toMatchObject(missing);
      await expect(service.call.SetCvSlug({ id: cv.id, slug: 'x' }, { caller })).rejects.toMatchObject(missing);
    }
  });

  test.each([{ name: ' ' }, { name: 'x'.repeat(81) }, { name: 'a\nb' }, { days: 8 }, { days: -1 }])(
    'is rejected with %j',
    async (fields) => {
      const owner = await newOwner();
      const cv = await service.cv(acme, owner.id);
      await expect(add(owner, cv.id, fields)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect((await sharing(owner, cv.id)).links).toEqual([]);
    },
  );

  test('is one of 20 at most, also when links are added at the same time', async () => {
    const owner = await newOwner();
    const cv = await service.cv(acme, owner.id);
    for (let index = 0; index < 17; index++) await add(owner, cv.id);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => add(owner, cv.id)));
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(rejected).toMatchObject(Array.from({ length: 5 }, () => ({ reason: 'too_many_links' })));
    const { links } = await sharing(owner, cv.id);
    expect(new Set(links.map(({ token }) => token)).size).toBe(20);
    expect(
      await tokensIn(
        'names',
        links.map(({ token }) => token),
      ),
    ).toBe(20);
  });

  test('is kept when the CV is changed, unpublished or protected', async () => {
    const owner = await newOwner();
    const cv = await service.cv(acme, owner.id, { published: true });
    const { token } = await add(owner, cv.id);
    await service.call.SetCvVisibility({ id: cv.id, published: false }, { caller: owner.caller });
    await service.call.SetCvPassword({ id: cv.id, hash: '$argon2id$x' }, { caller: owner.caller });
    expect(await resolve({ token })).toMatchObject({ protected: true, published: false, token });
    expect((await sharing(owner, cv.id)).links).toMatchObject([{ token }]);
  });

  test('is deleted with its CV and with its owner, and not restored', async () => {
    const owner = await newOwner();
    const cvs = [await service.cv(acme, owner.id), await service.cv(acme, owner.id)];
    const tokens: string[] = [];
    for (const { id } of cvs) tokens.push((await add(owner, id)).token);
    const [first, second] = cvs;
    await service.call.DeleteCv({ id: second?.id ?? 0 }, { caller: owner.caller });
    await expect(resolve({ token: tokens[1] })).rejects.toMatchObject(missing);
    await service.call.RestoreCv({ id: second?.id ?? 0 }, { caller: owner.caller });
    expect((await sharing(owner, second?.id ?? 0)).links).toEqual([]);
    await expect(resolve({ token: tokens[1] })).rejects.toMatchObject(missing);
    await service.call.DeleteUser({ id: String(owner.id) }, { caller: acme });
    await expect(resolve({ token: tokens[0] })).rejects.toMatchObject(missing);
    await expect(sharing(owner, first?.id ?? 0)).rejects.toMatchObject(missing);
    for (const collection of ['names', 'cvs', 'deleted_cvs']) expect(await tokensIn(collection, tokens)).toBe(0);
  });

  test('is found by its name, and reads one document of one company', async () => {
    const owner = await newOwner();
    const links: CvLink[] = [];
    for (let index = 0; index < 3; index++) links.push(await add(owner, (await service.cv(acme, owner.id)).id));
    const queries = await profileQueries(service.connection, () => resolve({ token: links[1]?.token }));
    expect(queries.map(({ collection, docsExamined }) => [collection, docsExamined])).toEqual([
      ['names', 1],
      ['cvs', 1],
    ]);
    expect(queries.every(({ plan }) => /_id/.test(plan) || plan === 'IDHACK')).toBe(true);
  });

  test('can be added to a CV of an earlier version', async () => {
    const owner = await newOwner();
    const cv = await service.cv(acme, owner.id);
    await service.connection
      .collection('cvs')
      .updateOne({ _id: cv.id as never }, { $unset: { links: '', linkPreview: '' } });
    expect((await sharing(owner, cv.id)).links).toEqual([]);
    const { token } = await add(owner, cv.id);
    expect(await resolve({ token })).toMatchObject({ id: cv.id });
    await service.call.DeleteCv({ id: cv.id }, { caller: owner.caller });
    await service.call.RestoreCv({ id: cv.id }, { caller: owner.caller });
    expect(await sharing(owner, cv.id)).toMatchObject({ links: [], previewName: true, previewPhoto: true });
  });
});

test('a new permanent link replaces the former one and keeps the named links', async () => {
  const owner = await newOwner();
  const cv = await service.cv(acme, owner.id, { published: true });
  const { token } = await resolve({ public: { userSlug: owner.username, cvSlug: '' } });
  const named = await add(owner, cv.id);
  await service.call.ReplacePrivateLink({ id: cv.id }, { caller: owner.caller });
  await expect(resolve({ token })).rejects.toMatchObject(missing);
  const current = await resolve({ public: { userSlug: owner.username, cvSlug: '' } });
  expect(await resolve({ token: current.token })).toMatchObject({ id: cv.id });
  expect(await resolve({ token: named.token })).toMatchObject({ id: cv.id });
  expect(await service.read(acme, cv.id)).toMatchObject({
    printable: { pdf: expect.stringContaining(current.token) },
  });
});

describe('the link of an application', () => {
  async function cvWithToken() {
    const owner = await newOwner();
    const { id, printable } = await service.cv(acme, owner.id);
    return { owner, id, privateToken: /\/c\/([\w-]+)/.exec(printable.pdf ?? '')?.[1] ?? '' };
  }
  let key: Buffer;
  beforeAll(async () => {
    key = (await service.call.GetApplicationLinkKey({})).key;
  });
  const tokenOf = (cvId: number, privateToken: string, changes: object = {}) =>
    applicationLinkToken({ companyId: acme.companyId, cvId, applicationId: 7, ...changes }, { key, privateToken });

  test('opens its CV and does not reveal the permanent link', async () => {
    const { id, privateToken } = await cvWithToken();
    const token = tokenOf(id, privateToken);
    expect(await resolve({ token })).toMatchObject({ id, companyId: acme.companyId, token });
    expect(await resolve({ token: privateToken })).toMatchObject({ id, token: privateToken });
  });

  test('is rejected with the code of another CV, application or company', async () => {
    const [one, other] = [await cvWithToken(), await cvWithToken()];
    const [, , , code] = tokenOf(one.id, one.privateToken).split('.');
    for (const ids of [`1.${other.id}.7`, `1.${one.id}.8`, `2.${one.id}.7`])
      await expect(resolve({ token: `${ids}.${code}` })).rejects.toMatchObject(missing);
    for (const token of [
      tokenOf(one.id, other.privateToken),
      tokenOf(one.id, one.privateToken, { companyId: 2 }),
      tokenOf(one.id + 1_000_000, one.privateToken),
    ])
      await expect(resolve({ token })).rejects.toMatchObject(missing);
  });

  test('cannot be created by those who know the permanent link', async () => {
    const { id, privateToken } = await cvWithToken();
    const link = { companyId: acme.companyId, cvId: id, applicationId: 7 };
    for (const guess of [Buffer.of(), Buffer.alloc(32), Buffer.from(privateToken)]) {
      const token = applicationLinkToken(link, { key: guess, privateToken });
      await expect(resolve({ token })).rejects.toMatchObject(missing);
    }
  });

  test('ends with the permanent link that it was created from, and with the CV', async () => {
    const { owner, id, privateToken } = await cvWithToken();
    await service.call.ReplacePrivateLink({ id }, { caller: owner.caller });
    await expect(resolve({ token: tokenOf(id, privateToken) })).rejects.toMatchObject(missing);
    const deleted = await cvWithToken();
    await service.call.DeleteCv({ id: deleted.id }, { caller: deleted.owner.caller });
    await expect(resolve({ token: tokenOf(deleted.id, deleted.privateToken) })).rejects.toMatchObject(missing);
  });
});

describe('the last part of the public address', () => {
  const setSlug = (owner: Owner, id: number, slug: string) =>
    service.call.SetCvSlug({ id, slug }, { caller: owner.caller });
  const found = async ({ username }: Owner, cvSlug: string) =>
    (await resolve({ public: { userSlug: username, cvSlug } })).id;

  test('is normalized, replaces the former one, and is free for other CVs', async () => {
    const owner = await newOwner();
    await service.cv(acme, owner.id, { published: true });
    const cv = await service.cv(acme, owner.id, { title: 'Baker', published: true });
    await setSlug(owner, cv.id, ' Über-Köche & Co ');
    expect(await sharing(owner, cv.id)).toMatchObject({
      slug: 'uber-koche-co',
      pageUrl: `https://cv.example/p/${owner.username}/uber-koche-co`,
    });
    expect(await found(owner, 'uber-koche-co')).toBe(cv.id);
    await expect(found(owner, 'baker')).rejects.toMatchObject(missing);
    const other = await service.cv(acme, owner.id, { title: 'Baker', published: true });
    expect(await found(owner, 'baker')).toBe(other.id);
    await expect(setSlug(owner, cv.id, '!?')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await setSlug(owner, cv.id, 'uber-koche-co');
  });

  test('belongs to one CV of an owner, also when several get it at the same time', async () => {
    const owner = await newOwner();
    const ids: number[] = [];
    for (let index = 0; index < 3; index++) ids.push((await service.cv(acme, owner.id)).id);
    const results = await Promise.allSettled([
      ...ids.slice(1).map((id) => setSlug(owner, id, 'same')),
      service.cv(acme, owner.id, { title: 'Same' }),
    ]);
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reason] : []));
    expect([['slug_taken'], ['slug_taken', 'slug_taken']]).toContainEqual(rejected);
    const stored = await service.connection.collection('cvs').find({ userId: owner.id }).toArray();
    expect(new Set(stored.map(({ slug }) => slug)).size).toBe(stored.length);
    const other = await newOwner();
    await setSlug(other, (await service.cv(acme, other.id)).id, 'same');
  });

  test('may be the former one in the address that a client sends back', async () => {
    const owner = await newOwner();
    await service.cv(acme, owner.id);
    const cv = await service.cv(acme, owner.id, { title: 'Old' });
    await setSlug(owner, cv.id, 'new');
    const content = Buffer.from(JSON.stringify({ ...cv, title: 'Changed' }));
    await service.call.ReplaceCv({ id: cv.id, content }, { caller: acme });
    expect(await service.read(acme, cv.id)).toMatchObject({ title: 'Changed', url: expect.stringMatching(/\/new$/) });
  });
});

test('the choice of what link previews show is part of the export source, and changes the address of the picture', async () => {
  const owner = await newOwner();
  const cv = await service.cv(acme, owner.id);
  const source = async () => {
    const { document, head } = await service.call.GetExportSource({ id: cv.id }, { caller: acme });
    return [JSON.parse(document.toString('utf8')).linkPreview, head?.revision];
  };
  expect(await source()).toEqual([undefined, 1]);
  const choose = (name: boolean, photo: boolean) =>
    service.call.SetCvLinkPreview({ id: cv.id, name, photo }, { caller: owner.caller });
  await choose(false, true);
  expect(await source()).toEqual([{ name: false, photo: true }, 2]);
  expect(await sharing(owner, cv.id)).toMatchObject({ previewName: false, previewPhoto: true });
  await choose(true, true);
  expect(await source()).toEqual([undefined, 3]);
  const stranger = { ...acme, userId: (await newOwner()).id };
  for (const caller of [stranger, globex])
    await expect(service.call.SetCvLinkPreview({ id: cv.id }, { caller })).rejects.toMatchObject(missing);
});
