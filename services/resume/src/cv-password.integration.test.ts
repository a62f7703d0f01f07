import type { CvData } from '@vitae/proto/cv-data';
import {
  acme,
  globex,
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

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaGhhc2g';
const set = (id: number, hash = HASH, ifRevision = 0, caller = acme) =>
  service.call.SetCvPassword({ id, hash, ifRevision }, { caller });
const get = (id: number, caller = acme) => service.call.GetCvPassword({ id }, { caller });
const newCv = async () => service.cv(acme, (await service.user(acme)).id, { published: true });
const replace = (id: number, content: object) =>
  service.call.ReplaceCv({ id, content: jsonBytes(content) }, { caller: acme });
const locationOf = async (cv: CvData) =>
  service.call.ResolveCv({ public: { userSlug: cv.url.split('/').at(-1) ?? '', cvSlug: '' } });

describe('the password of a CV', () => {
  test('protects the CV and revokes its private link', async () => {
    const cv = await newCv();
    expect(await get(cv.id)).toEqual({ revision: 1, protected: false, hash: '', version: 0 });
    const after = parsed<CvData>(await set(cv.id));
    expect(after).toMatchObject({ protected: true, printable: { pdf: null, odt: null, doc: null } });
    expect(await get(cv.id)).toEqual({ revision: 2, protected: true, hash: HASH, version: 2 });
    const token = /\/c\/([\w-]+)/.exec(cv.printable.pdf ?? '')?.[1] ?? '';
    await expect(service.call.ResolveCv({ token })).rejects.toMatchObject({ reason: 'cv_not_found' });
    expect(await locationOf(cv)).toMatchObject({ protected: true, passwordVersion: 2 });
  });

  test('gets a new version with each change, so that visitors must enter the new one', async () => {
    const { id } = await newCv();
    await set(id);
    await set(id);
    const { version } = await get(id);
    await set(id, '');
    expect(await get(id)).toMatchObject({ protected: false, hash: '', version: 0 });
    await set(id);
    expect((await get(id)).version).toBeGreaterThan(version);
  });

  test('is stored while the CV is changed or temporarily unprotected', async () => {
    const { id } = await newCv();
    await set(id);
    await replace(id, { title: 'Cook' });
    expect(await get(id)).toMatchObject({ protected: true, hash: HASH });
    await replace(id, { protected: false });
    expect(await get(id)).toMatchObject({ protected: false, hash: HASH });
    await replace(id, { protected: true });
    expect(await get(id)).toMatchObject({ protected: true, hash: HASH, version: 2 });
  });

  test('does not exist for a CV that was protected without a password', async () => {
    const cv = await newCv();
    await replace(cv.id, { protected: true });
    expect(await locationOf(cv)).toMatchObject({ protected: true, passwordVersion: 0 });
  });

  test('is not part of CVs, lists and export sources', async () => {
    const { id, userId } = await newCv();
    await set(id);
    const { document } = await service.call.GetExportSource({ id }, { caller: acme });
    const list = await service.call.ListUserCvs({ id: String(userId) }, { caller: acme });
    for (const text of [JSON.stringify(await service.read(acme, id)), String(document), String(list.json)])
      expect(text).not.toMatch(/argon2|c29tZXNhbHQ/);
  });

  test('can be set only by the company, on the current revision and as a hash', async () => {
    const { id } = await newCv();
    await expect(set(id, HASH, 0, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(get(id, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(set(id, HASH, 9)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await expect(set(id, 'secret')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
