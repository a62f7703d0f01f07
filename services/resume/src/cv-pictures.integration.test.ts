import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import mongoose from 'mongoose';
import { clearPicture, photoOfPhone, plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import { acme, globex, jsonBytes, openScratchResume, parsed, type ScratchResume } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;
let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  service = await openScratchResume();
  png = await clearPicture(60, 30);
  jpeg = await photoOfPhone(60, 30);
});
afterAll(() => service.close());

const set = (id: number, content: Buffer, experienceId = 0, ifRevision = 0, caller = acme) =>
  service.call.SetCvPicture({ picture: { id, experienceId }, content, ifRevision }, { caller });
const get = (id: number, experienceId = 0, caller = acme) =>
  service.call.GetCvPicture({ id, experienceId }, { caller });
const remove = (id: number, experienceId = 0, ifRevision = 0, caller = acme) =>
  service.call.RemoveCvPicture({ picture: { id, experienceId }, ifRevision }, { caller });
const atPath = (path: string) => service.call.GetPublicPicture({ name: path.replace('/pictures/', '') });
const source = async (id: number) =>
  parsed<ExportSource>({ json: (await service.call.GetExportSource({ id }, { caller: acme })).document });
const replace = async (cv: CvData, changes: object = {}) =>
  parsed<CvData>(
    await service.call.ReplaceCv({ id: cv.id, content: jsonBytes({ ...cv, ...changes }) }, { caller: acme }),
  );

async function newCv(content: object = { experiences: { experience: [{ company: 'Acme' }, { company: 'Globex' }] } }) {
  const user = await service.user(acme);
  const cv = await service.cv(acme, user.id, content);
  const [first, second] = cv.experiences.experience.map(({ id }) => id);
  return { user, cv, id: cv.id, first: first ?? 0, second: second ?? 0 };
}

/** How many pictures and parts of them are kept for a CV. */
async function kept(cvId: number): Promise<number[]> {
  const { connection } = service;
  const files = await connection.collection('pictures.files').find({ 'metadata.cvId': cvId }).toArray();
  const chunks = await connection
    .collection('pictures.chunks')
    .countDocuments({ files_id: { $in: files.map(({ _id }) => _id) } });
  return [files.length, chunks];
}
const orphans = async () => {
  const files = await service.connection.collection('pictures.files').distinct('_id');
  return service.connection.collection('pictures.chunks').countDocuments({ files_id: { $nin: files } });
};

describe('a photo', () => {
  test('is kept, read, replaced and deleted, each a change of the CV', async () => {
    const { id } = await newCv();
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect(await set(id, jpeg)).toMatchObject({
      revision: 2,
      path: '',
      contentType: 'image/jpeg',
      width: 30,
      height: 60,
    });
    const { content, size, revision } = await get(id);
    expect([content.length, revision]).toEqual([size, 2]);
    expect(await set(id, await plainPicture('png', 10, 10))).toMatchObject({ revision: 3, width: 10 });
    expect(await kept(id)).toEqual([1, 1]);
    expect(await remove(id)).toMatchObject({ revision: 4 });
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    await expect(remove(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect([await kept(id), await orphans()]).toEqual([[0, 0], 0]);
  });

  test('that is there already changes nothing', async () => {
    const { id } = await newCv();
    await set(id, png);
    expect(await set(id, png)).toMatchObject({ revision: 2 });
  });

  test('is not changed on another revision than the one that was read', async () => {
    const { id } = await newCv();
    await expect(set(id, png, 0, 7)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await set(id, png, 0, 1);
    await expect(remove(id, 0, 1)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await remove(id, 0, 2);
  });

  test('is out of reach of another company', async () => {
    const { id } = await newCv();
    await set(id, png);
    for (const call of [set(id, png, 0, 0, globex), get(id, 0, globex), remove(id, 0, 0, globex)])
      await expect(call).rejects.toMatchObject({ reason: 'cv_not_found' });
  });

  test('that is refused leaves the one before', async () => {
    const { id } = await newCv();
    await set(id, png);
    const before = await get(id);
    await expect(set(id, Buffer.from('<svg/>'))).rejects.toMatchObject({ reason: 'picture_type' });
    await expect(set(id, png.subarray(0, 40))).rejects.toMatchObject({ reason: 'picture_refused' });
    expect(await get(id)).toEqual(before);
  });

  test('is in exports and in JSON Resume, not once the CV is anonymized', async () => {
    const { cv, id, first } = await newCv();
    await set(id, jpeg);
    const { path } = await set(id, png, first);
    const shown = await source(id);
    expect(shown.photo?.contentType).toBe('image/jpeg');
    expect(Object.keys(shown.logos)).toEqual([path]);
    expect(shown.resume.basics).toMatchObject({ image: `data:image/jpeg;base64,${shown.photo?.base64}` });
    const read = parsed<CvData>({ json: jsonBytes(await service.read(acme, cv.id)) });
    await replace(read, { anonymized: true });
    const hidden = await source(id);
    expect([hidden.photo, hidden.logos, hidden.cv.experiences.experience[0]?.logo]).toEqual([null, {}, null]);
    expect(JSON.stringify(hidden)).not.toMatch(/pictures|base64,/);
    await expect(atPath(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    await replace(read, { anonymized: false });
    expect(await atPath(path)).toMatchObject({ path });
  });

  test('is one GridFS file that any tool reads', async () => {
    const { id } = await newCv();
    const { size } = await set(id, jpeg);
    const { db } = service.connection;
    const bucket = new mongoose.mongo.GridFSBucket(db as never, { bucketName: 'pictures' });
    const [file] = await bucket.find({ 'metadata.cvId': id }).toArray();
    const parts = await bucket.openDownloadStream(file?._id as never).toArray();
    expect(Buffer.concat(parts as Buffer[])).toHaveLength(size);
  });
});

describe('a logo', () => {
  test('has a path below the site that nobody can guess, for as long as the CV shows it', async () => {
    const { id, first, second } = await newCv();
    const { path, revision } = await set(id, png, first);
    expect(path).toMatch(/^\/pictures\/[\w-]{32}\.png$/);
    const cv = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    expect(cv.experiences.experience.map(({ logo }) => logo)).toEqual([path, null]);
    expect(await atPath(path)).toMatchObject({ contentType: 'image/png', revision });
    expect((await set(id, png, second)).path).not.toBe(path);
    await remove(id, first);
    await expect(atPath(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect(await kept(id)).toEqual([1, 1]);
  });

  test('goes with its experience, and with the path that a changed CV leaves out', async () => {
    const { id, first, second } = await newCv();
    const one = await set(id, png, first);
    await set(id, jpeg, second);
    const cv = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    expect(await replace(cv)).toMatchObject({ experiences: cv.experiences });
    expect(await kept(id)).toEqual([2, 2]);
    const [experience] = cv.experiences.experience;
    await replace(cv, { experiences: { experience: [experience] } });
    expect(await kept(id)).toEqual([1, 1]);
    await replace(cv, { experiences: { experience: [{ ...experience, logo: null }] } });
    expect([await kept(id), await orphans()]).toEqual([[0, 0], 0]);
    await expect(atPath(one.path)).rejects.toMatchObject({ reason: 'picture_not_found' });
  });

  test('is of an experience that is there', async () => {
    const { id } = await newCv();
    const other = await newCv();
    for (const call of [set(id, png, other.first), get(id, other.first), remove(id, 999_999)])
      await expect(call).rejects.toMatchObject({ reason: 'experience_not_found' });
  });

  test('of another CV is not taken for one of this', async () => {
    const [mine, theirs] = [await newCv(), await newCv()];
    const { path } = await set(theirs.id, png, theirs.first);
    const taken = replace(mine.cv, { experiences: { experience: [{ company: 'Acme', logo: path }] } });
    await expect(taken).rejects.toMatchObject({ details: [{ field: 'experiences.experience.0.logo' }] });
    expect(await atPath(path)).toMatchObject({ contentType: 'image/png' });
  });

  test('is copied with the CV of the same owner', async () => {
    const { user, id, first } = await newCv();
    const { path } = await set(id, png, first);
    const { id: _id, userId: _userId, ...copy } = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    const second = await service.cv(acme, user.id, copy);
    const copied = second.experiences.experience[0]?.logo ?? '';
    expect(copied).toMatch(/^\/pictures\//);
    expect(copied).not.toBe(path);
    await service.call.DeleteCv({ id }, { caller: acme });
    expect(await atPath(copied)).toMatchObject({ contentType: 'image/png' });
    await expect(atPath(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
  });

  test('has a public path; a photo has none', async () => {
    const { id } = await newCv();
    await set(id, png);
    const file = await service.connection.collection('pictures.files').findOne({ 'metadata.cvId': id });
    await expect(atPath(String(file?.filename))).rejects.toMatchObject({ reason: 'picture_not_found' });
  });
});

describe('an import', () => {
  const imported = async (image: string) => {
    const user = await service.user(acme);
    const content = jsonBytes({ basics: { name: 'Ann', image } });
    const { document, report } = await service.call.CreateCv(
      { user: { id: String(user.id) }, content },
      { caller: acme },
    );
    return { id: document?.id ?? 0, row: report.find(({ path }) => path === 'basics.image') };
  };

  test('brings its photo, drawn anew as an upload is', async () => {
    const address = `data:image/png;base64,${jpeg.toString('base64')}`;
    const { id, row } = await imported(address);
    expect(row).toMatchObject({ outcome: 'repaired' });
    expect(await get(id)).toMatchObject({ revision: 1, contentType: 'image/jpeg', width: 30, height: 60 });
    const { resume, photo } = await source(id);
    expect(resume.basics).toEqual({ name: 'Ann', image: `data:image/jpeg;base64,${photo?.base64}` });
    const stored = await service.connection.collection('imports').findOne({ _id: id as never });
    expect(JSON.stringify(stored)).not.toContain('base64,');
    await remove(id);
    expect((await source(id)).resume.basics).toEqual({ name: 'Ann' });
  });

  test.each([
    'https://example.com/me.jpg',
    `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`,
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==',
  ])('keeps what is no picture as it came: %s', async (image) => {
    const { id, row } = await imported(image);
    expect(row).toMatchObject({ outcome: 'kept' });
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect((await source(id)).resume.basics).toEqual({ name: 'Ann', image });
  });
});

describe('when a CV is deleted', () => {
  test('its pictures are out of reach at once, and erased with it', async () => {
    const { id, first } = await newCv();
    await set(id, jpeg);
    const { path } = await set(id, png, first);
    await service.call.DeleteCv({ id }, { caller: acme });
    await expect(get(id)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(atPath(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect(await kept(id)).toEqual([2, 2]);
    await service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 });
    expect([await kept(id), await orphans()]).toEqual([[0, 0], 0]);
  });

  test('with its owner, so are theirs', async () => {
    const { user, id, first } = await newCv();
    await set(id, jpeg);
    await set(id, png, first);
    await service.call.DeleteUser({ id: String(user.id) }, { caller: acme });
    await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
    expect([await kept(id), await orphans()]).toEqual([[0, 0], 0]);
  });
});
