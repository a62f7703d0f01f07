import type { CvData } from '@vitae/proto/cv-data';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { plainPicture, transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';

const MAX_VERSIONS = 20;
const MAX_FORMER_PICTURES = 100;

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const caller = { caller: acme };
const notFound = { reason: 'picture_not_found' };
const collection = (name: string) => service.connection.collection(name);
const read = async (id: number) => (await service.read(acme, id)) as CvData;
const getPublic = (path: string) => service.call.GetPublicPicture({ name: path.replace('/pictures/', '') });
const photoOf = (id: number) => service.call.GetCvPicture({ id, experienceId: 0 }, caller);
const restore = (id: number, revision = 0) => service.call.RestoreCvVersion({ id, revision }, caller);
const revisionsOf = async (id: number) =>
  (await service.call.ListCvVersions({ id }, caller)).versions.map(({ revision }) => revision);
/** The widths of the stored pictures of a CV. */
async function storedPictures(cvId: number): Promise<number[]> {
  const files = await collection('pictures.files').find({ 'metadata.cvId': cvId }).toArray();
  return files.map(({ metadata }) => metadata.width).toSorted((one, other) => one - other);
}

/** Replaces some fields of a CV as the site does. */
const save = async (id: number, changes: object, keepVersion = true, continueVersion = false) =>
  service.call.ReplaceCv(
    { id, content: jsonBytes({ ...(await read(id)), ...changes }), keepVersion, continueVersion },
    caller,
  );
const setPhoto = async (id: number, width: number, keepVersion = true) =>
  service.call.SetCvPicture(
    { picture: { id, experienceId: 0 }, content: await plainPicture('png', width, 5), keepVersion },
    caller,
  );
const setLogo = async (id: number, experienceId: number, width: number, keepVersion = true) =>
  service.call.SetCvPicture(
    { picture: { id, experienceId }, content: await transparentPicture(width, 5), keepVersion },
    caller,
  );

/** A CV with a photo of 7, a logo of 8 and a portfolio picture of 9 pixels, without versions. */
async function newCv() {
  const user = await service.user(acme);
  const content = {
    experiences: { experience: [{ title: 'Baker' }] },
    portfolios: { portfolio: [{ title: 'Bread' }] },
  };
  const { id, ...cv } = await service.cv(acme, user.id, content);
  const experienceId = cv.experiences.experience[0]?.id ?? 0;
  const portfolioId = cv.portfolios.portfolio[0]?.id ?? 0;
  await setPhoto(id, 7, false);
  const logo = (await setLogo(id, experienceId, 8, false)).path;
  const picture = { cvId: id, portfolioId };
  const work = (await service.call.SetPortfolioPicture({ picture, content: await transparentPicture(9, 5) }, caller))
    .path;
  return { user, id, experienceId, portfolioId, logo, work };
}
const noItems = { experiences: { experience: [] }, portfolios: { portfolio: [] } };

describe('undo', () => {
  test('restores the pictures of removed entries at their public paths', async () => {
    const { id, logo, work } = await newCv();
    const before = await read(id);
    await save(id, noItems);
    for (const path of [logo, work]) await expect(getPublic(path)).rejects.toMatchObject(notFound);
    expect(await storedPictures(id)).toEqual([7, 8, 9]);
    await restore(id);
    const { experiences, portfolios } = await read(id);
    expect({ experiences, portfolios }).toEqual({ experiences: before.experiences, portfolios: before.portfolios });
    for (const path of [logo, work]) expect(await getPublic(path)).toMatchObject({ path });
  });

  test('restores pictures that were replaced or removed, one by one', async () => {
    const { id, experienceId, portfolioId, logo, work } = await newCv();
    const cv = { cvId: id };
    await service.call.RemoveCvPicture({ picture: { id, experienceId: 0 }, keepVersion: true }, caller);
    await setLogo(id, experienceId, 18);
    await service.call.RemovePortfolioPicture({ ...cv, portfolioId, keepVersion: true }, caller);
    const shown = async () => {
      const { experiences, portfolios } = await read(id);
      const photo = await photoOf(id).catch(({ reason }) => ({ width: reason }));
      return [photo.width, experiences.experience[0]?.logo === logo, portfolios.portfolio[0]?.path];
    };
    expect(await shown()).toEqual(['picture_not_found', false, '']);
    await restore(id);
    expect(await shown()).toEqual(['picture_not_found', false, work]);
    await restore(id);
    expect(await shown()).toEqual(['picture_not_found', true, work]);
    await restore(id);
    expect(await shown()).toEqual([7, true, work]);
    await expect(restore(id)).rejects.toMatchObject({ reason: 'version_not_found' });
  });
});

describe('a change that keeps versions', () => {
  test('shows pictures again that only versions of the CV have, unless they were erased', async () => {
    const { user, id, portfolioId, logo, work } = await newCv();
    await save(id, noItems);
    const added = { experiences: { experience: [{ title: 'Baker', logo }] } };
    const erased = { portfolios: { portfolio: [{ title: 'Bread', path: work }] } };
    expect(await service.call.EraseFormerPictures({ cvId: id, portfolioId }, caller)).toEqual({ count: 1 });
    await expect(save(id, erased)).rejects.toMatchObject({ details: [{ field: 'portfolios.portfolio.0.path' }] });
    const other = await service.cv(acme, user.id);
    await expect(save(other.id, added)).rejects.toMatchObject({
      details: [{ field: 'experiences.experience.0.logo' }],
    });
    await save(id, added);
    expect(await getPublic(logo)).toMatchObject({ path: logo });
  });
});

describe('a restored version', () => {
  test('has its photo, logo and portfolio picture', async () => {
    const { id, experienceId, portfolioId } = await newCv();
    const first = await read(id);
    const revision = (await photoOf(id)).revision;
    await setPhoto(id, 17);
    await setLogo(id, experienceId, 18);
    await service.call.RemovePortfolioPicture({ cvId: id, portfolioId, keepVersion: true }, caller);
    await save(id, noItems);
    const shown = parsed<CvData & { photoChange?: string }>(await service.call.GetCvVersion({ id, revision }, caller));
    expect([shown.experiences, shown.portfolios, shown.photoChange]).toEqual([
      first.experiences,
      first.portfolios,
      'changed',
    ]);
    await restore(id, revision);
    expect(await read(id)).toMatchObject({ experiences: first.experiences, portfolios: first.portfolios });
    expect((await photoOf(id)).width).toBe(7);
  });

  test('keeps the photo and omits erased pictures if an earlier release stored it', async () => {
    const { id } = await newCv();
    await save(id, { title: 'Two' });
    await collection('cv_versions').updateMany({ cvId: id }, { $unset: { photo: 1 } });
    const [current = 0, former = 0] = await revisionsOf(id);
    await collection('pictures.files').deleteMany({ 'metadata.cvId': id, 'metadata.width': 8 });
    expect((await service.call.ListCvVersions({ id }, caller)).versions[0]).toMatchObject({ current: true });
    await restore(id, former);
    const { experiences } = await read(id);
    expect([experiences.experience[0]?.logo, (await photoOf(id)).width]).toEqual([null, 7]);

    await collection('cv_versions').updateMany({ cvId: id }, { $unset: { photo: 1 } });
    await setPhoto(id, 17);
    expect(await revisionsOf(id)).toEqual([current + 2, current + 1, current, former]);
    await restore(id);
    expect((await photoOf(id)).width).toBe(7);
  });
});

describe('pictures of versions', () => {
  test('are erased with the last version that has them', async () => {
    const { id } = await newCv();
    await save(id, noItems);
    await setPhoto(id, 17);
    for (let number = 3; number < MAX_VERSIONS; number++) await save(id, { title: String(number) });
    expect(await storedPictures(id)).toEqual([7, 8, 9, 17]);
    const chunks = await collection('pictures.chunks').countDocuments();
    await save(id, { title: 'Without the version that has the logo' });
    expect([await storedPictures(id), (await revisionsOf(id)).length]).toEqual([[7, 17], MAX_VERSIONS]);
    await save(id, { title: 'Without the version that has the photo' });
    expect(await storedPictures(id)).toEqual([17]);
    expect(await collection('pictures.chunks').countDocuments()).toBe(chunks - 3);
  });

  test('are erased if a version is replaced while the owner types', async () => {
    const { id, experienceId } = await newCv();
    await setLogo(id, experienceId, 18);
    await save(id, noItems, true, true);
    expect(await storedPictures(id)).toEqual([7, 8, 9]);
  });

  test('stay while the API removes or replaces them, whose own pictures are erased', async () => {
    const { id, experienceId } = await newCv();
    await save(id, { title: 'Two' });
    await setPhoto(id, 17, false);
    await setPhoto(id, 27, false);
    await service.call.RemoveCvPicture({ picture: { id, experienceId } }, caller);
    expect(await storedPictures(id)).toEqual([7, 8, 9, 27]);
    await restore(id);
    expect((await photoOf(id)).width).toBe(7);
  });

  test('stay if several requests change them at the same time', async () => {
    const { id, experienceId, portfolioId, logo, work } = await newCv();
    await Promise.all([
      setPhoto(id, 17),
      service.call.RemoveCvPicture({ picture: { id, experienceId }, keepVersion: true }, caller),
      service.call.RemovePortfolioPicture({ cvId: id, portfolioId, keepVersion: true }, caller),
    ]);
    const revisions = await revisionsOf(id);
    expect([revisions.length, await storedPictures(id)]).toEqual([4, [7, 8, 9, 17]]);
    await Promise.all([restore(id, revisions.at(-1)), setPhoto(id, 27, false)]);
    for (const path of [logo, work]) expect(await getPublic(path)).toMatchObject({ path });
    expect([7, 27]).toContain((await photoOf(id)).width);
  });

  test('are available neither to the public nor to the API', async () => {
    const { user, id, experienceId, logo } = await newCv();
    await save(id, noItems);
    await expect(getPublic(logo)).rejects.toMatchObject(notFound);
    const removed = service.call.GetCvPicture({ id, experienceId }, caller);
    await expect(removed).rejects.toMatchObject({ reason: 'experience_not_found' });
    const experience = [{ company: 'Acme', logo }];
    const own = save(id, { experiences: { experience } }, false);
    const rejected = { details: [{ field: 'experiences.experience.0.logo' }] };
    await expect(own).rejects.toMatchObject(rejected);
    await expect(service.cv(acme, user.id, { experiences: { experience } })).rejects.toMatchObject(rejected);
  });

  test('are listed and read by their names, only for the owner', async () => {
    const { id, logo } = await newCv();
    await save(id, noItems);
    await setPhoto(id, 17);
    const { pictures } = await service.call.ListCvVersions({ id }, caller);
    const widths = async (cvId: number, by = acme) => {
      const reads = pictures.map((name) => service.call.GetCvVersionPicture({ cvId, name }, { caller: by }));
      return (await Promise.all(reads)).map(({ width }) => width).toSorted((one, other) => one - other);
    };
    expect(pictures).toContain(logo.replace('/pictures/', ''));
    expect(await widths(id)).toEqual([7, 8, 9]);
    const other = await newCv();
    await expect(widths(other.id)).rejects.toMatchObject(notFound);
    await expect(widths(id, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(widths(id, { ...acme, userId: other.user.id })).rejects.toMatchObject({ reason: 'cv_not_found' });
  });

  test('are read without reading the versions', async () => {
    const { id } = await newCv();
    await save(id, noItems);
    const { pictures } = await service.call.ListCvVersions({ id }, caller);
    const name = pictures[0] ?? '';
    const queries = await profileQueries(service.connection, async () => {
      await service.call.GetCvVersionPicture({ cvId: id, name }, caller);
    });
    const collections = queries.map((query) => query.collection);
    expect(collections).toContain('pictures.files');
    expect(collections).not.toContain('cv_versions');
  });

  test('are not copied to a copy of the CV', async () => {
    const { id } = await newCv();
    await save(id, noItems);
    const copy = await service.call.CopyCv({ id, title: 'Copy', idempotencyKey: `copy-${id}` }, caller);
    expect([await storedPictures(copy.id), await storedPictures(id)]).toEqual([[7], [7, 8, 9]]);
  });

  test(`are at most ${MAX_FORMER_PICTURES}, those of the newest versions, and no version is removed`, async () => {
    const { id } = await newCv();
    const names = (version: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${`${version}-${index}`.padStart(32, '_')}.png`);
    /** Shows other pictures, as the API could have set them one by one. */
    const show = async (version: string, count: number) => {
      const logos = names(version, count);
      const metadata = { companyId: acme.companyId, cvId: id, kind: 'logo', contentType: 'image/png', width: 1 };
      await collection('pictures.files').insertMany(logos.map((filename) => ({ filename, metadata }) as object));
      const experience = logos.map((name, index) => ({ id: index + 1, company: '', logo: `/pictures/${name}` }));
      const [stored] = await collection('cvs')
        .find({ _id: id as never })
        .toArray();
      const template = stored?.content.experiences.experience[0];
      const shown = {
        'content.experiences.experience': experience.map((item) => ({ ...template, ...item })),
        mark: '',
      };
      await collection('cvs').updateOne({ _id: id as never }, { $set: shown, $inc: { revision: 1 } });
    };
    const countsOf = async () => {
      const files = await collection('pictures.files').find({ 'metadata.cvId': id }).toArray();
      return ['A', 'B', 'C', 'D'].map((version) => {
        const pattern = new RegExp(`^_+${version}-`);
        return files.filter(({ filename }) => pattern.test(filename)).length;
      });
    };
    const stored: Record<string, number[]> = {};
    for (const [version, count] of Object.entries({ A: 60, B: 60, C: 60, D: 300 })) {
      await show(version, count);
      await save(id, { title: version });
      stored[version] = await countsOf();
    }
    expect(stored).toEqual({ A: [60, 0, 0, 0], B: [60, 60, 0, 0], C: [40, 60, 60, 0], D: [0, 40, 60, 300] });
    await save(id, { experiences: { experience: [] } });
    // The change can be undone with all pictures.
    expect(await countsOf()).toEqual([0, 0, 0, 300]);
    await save(id, { title: 'E' });
    expect(await countsOf()).toEqual([0, 0, 0, MAX_FORMER_PICTURES]);
    const listed = await service.call.ListCvVersions({ id }, caller);
    // Each of the first changes stored two versions, because the content differed from the newest version.
    expect([listed.versions.length, listed.pictures.length]).toEqual([10, MAX_FORMER_PICTURES]);
    await restore(id, listed.versions.at(-1)?.revision);
    const { title, experiences } = await read(id);
    expect([title, experiences.experience.length, experiences.experience[0]?.logo]).toEqual(['', 60, null]);
  });

  test('of a place are counted and erased, and versions are restored without them', async () => {
    const { user, id, experienceId, portfolioId } = await newCv();
    const places = [{ cvId: id }, { cvId: id, experienceId }, { cvId: id, portfolioId }];
    const counts = async () => {
      const replies = await Promise.all(places.map((place) => service.call.CountFormerPictures(place, caller)));
      return replies.map(({ count }) => count);
    };
    expect(await counts()).toEqual([0, 0, 0]);
    await setPhoto(id, 17);
    await setLogo(id, experienceId, 18);
    await service.call.RemovePortfolioPicture({ cvId: id, portfolioId, keepVersion: true }, caller);
    const { revision } = await service.call.RemoveCvPicture({ picture: { id }, keepVersion: true }, caller);
    expect(await counts()).toEqual([2, 1, 1]);

    const others = [globex, { ...acme, userId: user.id + 1 }];
    for (const by of others)
      for (const method of ['CountFormerPictures', 'EraseFormerPictures'] as const)
        await expect(service.call[method]({ cvId: id }, { caller: by })).rejects.toMatchObject({
          reason: 'cv_not_found',
        });
    const chunks = await collection('pictures.chunks').countDocuments();
    expect(await service.call.EraseFormerPictures({ cvId: id }, caller)).toEqual({ count: 2 });
    expect([await counts(), await storedPictures(id)]).toEqual([
      [0, 1, 1],
      [8, 9, 18],
    ]);
    expect(await collection('pictures.chunks').countDocuments()).toBe(chunks - 2);
    expect(await service.call.EraseFormerPictures({ cvId: id }, caller)).toEqual({ count: 0 });

    const [, ...former] = await revisionsOf(id);
    expect(former.at(-1)).toBeLessThan(revision);
    await restore(id, former.at(-1));
    const { experiences, portfolios } = await read(id);
    expect(experiences.experience[0]?.logo).toMatch(/^\/pictures\//);
    expect(portfolios.portfolio[0]?.path).toMatch(/^\/pictures\//);
    await expect(photoOf(id)).rejects.toMatchObject(notFound);
  });

  test('are either restored or erased if both are requested at the same time', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { id } = await newCv();
      await service.call.RemoveCvPicture({ picture: { id }, keepVersion: true }, caller);
      const [{ count }] = await Promise.all([service.call.EraseFormerPictures({ cvId: id }, caller), restore(id)]);
      const photo = await photoOf(id).catch(({ reason }) => ({ width: reason }));
      expect([count, photo.width]).toEqual(count === 0 ? [0, 7] : [1, 'picture_not_found']);
    }
  });

  test('are erased with a CV that is erased, and restored with one that is restored', async () => {
    const { id } = await newCv();
    await save(id, noItems);
    await service.call.DeleteCv({ id }, caller);
    await service.call.RestoreCv({ id }, caller);
    await restore(id);
    expect((await read(id)).experiences.experience[0]?.logo).toMatch(/^\/pictures\//);
    await save(id, noItems);
    await service.call.DeleteCv({ id }, caller);
    await service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 });
    expect(await storedPictures(id)).toEqual([]);
  });

  test('are erased with the owner', async () => {
    const { user, id } = await newCv();
    await save(id, noItems);
    await setPhoto(id, 17);
    await service.call.DeleteUser({ id: String(user.id) }, caller);
    expect(await storedPictures(id)).toEqual([7, 8, 9, 17]);
    await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
    expect(await storedPictures(id)).toEqual([]);
  });
});
