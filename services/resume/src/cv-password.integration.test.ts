import type { CvData } from '@vitae/proto/cv-data';
import { acme, globex, jsonBytes, openScratchResume, parsed, type ScratchResume } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;
beforeAll(async () => {
  service = await openScratchResume();
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
  test('protects it, and takes its private link out of the world', async () => {
    const cv = await newCv();
    expect(await get(cv.id)).toEqual({ revision: 1, protected: false, hash: '', version: 0 });
    const after = parsed<CvData>(await set(cv.id));
    expect(after).toMatchObject({ protected: true, printable: { pdf: null, odt: null, doc: null } });
    expect(await get(cv.id)).toEqual({ revision: 2, protected: true, hash: HASH, version: 2 });
    const token = /\/c\/([\w-]+)/.exec(cv.printable.pdf ?? '')?.[1] ?? '';
    await expect(service.call.ResolveCv({ token })).rejects.toMatchObject({ reason: 'cv_not_found' });
    expect(await locationOf(cv)).toMatchObject({ protected: true, passwordVersion: 2 });
  });

  test('has another version with each one, so that a visitor is asked anew', async () => {
    const { id } = await newCv();
    await set(id);
    await set(id);
    const { version } = await get(id);
    await set(id, '');
    expect(await get(id)).toMatchObject({ protected: false, hash: '', version: 0 });
    await set(id);
    expect((await get(id)).version).toBeGreaterThan(version);
  });

  test('stays while the CV is changed, and waits while it is not protected', async () => {
    const { id } = await newCv();
    await set(id);
    await replace(id, { title: 'Cook' });
    expect(await get(id)).toMatchObject({ protected: true, hash: HASH });
    await replace(id, { protected: false });
    expect(await get(id)).toMatchObject({ protected: false, hash: HASH });
    await replace(id, { protected: true });
    expect(await get(id)).toMatchObject({ protected: true, hash: HASH, version: 2 });
  });

  test('is none for a CV that was only said to be protected', async () => {
    const cv = await newCv();
    await replace(cv.id, { protected: true });
    expect(await locationOf(cv)).toMatchObject({ protected: true, passwordVersion: 0 });
  });

  test('is in nothing that shows the CV', async () => {
    const { id, userId } = await newCv();
    await set(id);
    const { document } = await service.call.GetExportSource({ id }, { caller: acme });
    const list = await service.call.ListUserCvs({ id: String(userId) }, { caller: acme });
    for (const shown of [JSON.stringify(await service.read(acme, id)), String(document), String(list.json)])
      expect(shown).not.toMatch(/argon2|c29tZXNhbHQ/);
  });

  test('is of the company alone, on the revision that was read, and a hash', async () => {
    const { id } = await newCv();
    await expect(set(id, HASH, 0, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(get(id, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(set(id, HASH, 9)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await expect(set(id, 'secret')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
