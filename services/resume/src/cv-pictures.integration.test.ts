import type { CvData } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import {
  colorsOfQuarters,
  phonePhoto,
  plainPicture,
  quarteredPhoto,
  transparentPicture,
} from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
} from '@vitae/test/support/resume/resume-fixture';
import { until } from '@vitae/test/support/until';
import mongoose from 'mongoose';
import { createPictureEncoder } from './pictures/encode-picture.ts';

const encode = createPictureEncoder();
let beforeEncoding: () => Promise<void>;
let service: ResumeFixture;
let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  service = await openResumeFixture({
    encodePicture: async (...picture) => {
      await beforeEncoding();
      return encode(...picture);
    },
  });
  png = await transparentPicture(60, 30);
  jpeg = await phonePhoto(60, 30);
});
beforeEach(() => {
  beforeEncoding = async () => undefined;
});
afterAll(() => service.close());

const set = (id: number, content: Buffer, experienceId = 0, ifRevision = 0, caller = acme) =>
  service.call.SetCvPicture({ picture: { id, experienceId }, content, ifRevision }, { caller });
const get = (id: number, experienceId = 0, caller = acme) =>
  service.call.GetCvPicture({ id, experienceId }, { caller });
const remove = (id: number, experienceId = 0, ifRevision = 0, caller = acme) =>
  service.call.RemoveCvPicture({ picture: { id, experienceId }, ifRevision }, { caller });
const getPublic = (path: string) => service.call.GetPublicPicture({ name: path.replace('/pictures/', '') });
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

/** The number of stored pictures and chunks of a CV. */
async function storedPictures(cvId: number): Promise<number[]> {
  const { connection } = service;
  const files = await connection.collection('pictures.files').find({ 'metadata.cvId': cvId }).toArray();
  const chunks = await connection
    .collection('pictures.chunks')
    .countDocuments({ files_id: { $in: files.map(({ _id }) => _id) } });
  return [files.length, chunks];
}
const orphanedChunks = async () => {
  const files = await service.connection.collection('pictures.files').distinct('_id');
  return service.connection.collection('pictures.chunks').countDocuments({ files_id: { $nin: files } });
};

describe('a photo', () => {
  test('is stored, read, replaced and deleted, with a new revision of the CV for each change', async () => {
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
    expect(await storedPictures(id)).toEqual([1, 1]);
    expect(await remove(id)).toMatchObject({ revision: 4 });
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    await expect(remove(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect([await storedPictures(id), await orphanedChunks()]).toEqual([[0, 0], 0]);
  });

  test('does not change the CV if the same picture is uploaded again', async () => {
    const { id } = await newCv();
    expect(await set(id, png)).toMatchObject({ revision: 2, unchanged: false });
    expect(await set(id, png)).toMatchObject({ revision: 2, unchanged: true });
  });

  test('is not changed if the CV was modified after the caller read it', async () => {
    const { id } = await newCv();
    await expect(set(id, png, 0, 7)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await set(id, png, 0, 1);
    await expect(remove(id, 0, 1)).rejects.toMatchObject({ reason: 'revision_mismatch' });
    await remove(id, 0, 2);
  });

  test('is not available to another company', async () => {
    const { id } = await newCv();
    await set(id, png);
    const calls = [() => set(id, png, 0, 0, globex), () => get(id, 0, globex), () => remove(id, 0, 0, globex)];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ reason: 'cv_not_found' });
  });

  test('is not replaced by a rejected upload', async () => {
    const { id } = await newCv();
    await set(id, png);
    const before = await get(id);
    await expect(set(id, Buffer.from('<svg/>'))).rejects.toMatchObject({ reason: 'picture_type' });
    await expect(set(id, png.subarray(0, 40))).rejects.toMatchObject({ reason: 'picture_refused' });
    expect(await get(id)).toEqual(before);
  });

  test('has no bytes in the source of a page', async () => {
    const { id } = await newCv();
    await set(id, png);
    const { document } = await service.call.GetExportSource({ id, withoutPictures: true }, { caller: acme });
    const { photo, resume } = parsed<ExportSource>({ json: document });
    expect(photo).toEqual({ contentType: 'image/jpeg', base64: '' });
    expect(JSON.stringify(resume)).not.toContain('data:image');
  });

  test('is part of export sources until the CV is anonymized', async () => {
    const { cv, id, first } = await newCv();
    await set(id, jpeg);
    const { path } = await set(id, png, first);
    const exported = await source(id);
    expect(exported.photo?.contentType).toBe('image/jpeg');
    expect(Object.keys(exported.logos)).toEqual([path]);
    expect(exported.resume.basics).toMatchObject({ image: `data:image/jpeg;base64,${exported.photo?.base64}` });
    const read = parsed<CvData>({ json: jsonBytes(await service.read(acme, cv.id)) });
    await replace(read, { anonymized: true });
    const anonymized = await source(id);
    expect([anonymized.photo, anonymized.logos, anonymized.cv.experiences.experience[0]?.logo]).toEqual([
      null,
      {},
      null,
    ]);
    expect(JSON.stringify(anonymized)).not.toMatch(/pictures|base64,/);
    await expect(getPublic(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    await replace(read, { anonymized: false });
    expect(await getPublic(path)).toMatchObject({ path });
  });

  test('is a GridFS file that any GridFS tool can read', async () => {
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
  test('has an unguessable path that works while the CV shows the logo', async () => {
    const { id, first, second } = await newCv();
    const { path, revision } = await set(id, png, first);
    expect(path).toMatch(/^\/pictures\/[\w-]{32}\.png$/);
    const cv = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    expect(cv.experiences.experience.map(({ logo }) => logo)).toEqual([path, null]);
    expect(await getPublic(path)).toMatchObject({ contentType: 'image/png', revision });
    expect((await set(id, png, second)).path).not.toBe(path);
    await remove(id, first);
    await expect(getPublic(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect(await storedPictures(id)).toEqual([1, 1]);
  });

  test('is deleted with its experience or when the CV no longer contains its path', async () => {
    const { id, first, second } = await newCv();
    const logo = await set(id, png, first);
    await set(id, jpeg, second);
    const cv = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    expect(await replace(cv)).toMatchObject({ experiences: cv.experiences });
    expect(await storedPictures(id)).toEqual([2, 2]);
    const [experience] = cv.experiences.experience;
    await replace(cv, { experiences: { experience: [experience] } });
    expect(await storedPictures(id)).toEqual([1, 1]);
    await replace(cv, { experiences: { experience: [{ ...experience, logo: null }] } });
    expect([await storedPictures(id), await orphanedChunks()]).toEqual([[0, 0], 0]);
    await expect(getPublic(logo.path)).rejects.toMatchObject({ reason: 'picture_not_found' });
  });

  test('cannot be set, read or deleted for an unknown experience', async () => {
    const { id } = await newCv();
    const other = await newCv();
    const calls = [set(id, png, other.first), get(id, other.first), remove(id, 999_999)];
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ reason: 'experience_not_found' })));
  });

  test('cannot be used by a CV of another owner', async () => {
    const [mine, theirs] = [await newCv(), await newCv()];
    const { path } = await set(theirs.id, png, theirs.first);
    const reused = replace(mine.cv, { experiences: { experience: [{ company: 'Acme', logo: path }] } });
    await expect(reused).rejects.toMatchObject({ details: [{ field: 'experiences.experience.0.logo' }] });
    expect(await getPublic(path)).toMatchObject({ contentType: 'image/png' });
  });

  test('is copied to a new CV of the same owner', async () => {
    const { user, id, first } = await newCv();
    const { path } = await set(id, png, first);
    const { id: _id, userId: _userId, ...copy } = parsed<CvData>({ json: jsonBytes(await service.read(acme, id)) });
    const second = await service.cv(acme, user.id, copy);
    const copied = second.experiences.experience[0]?.logo ?? '';
    expect(copied).toMatch(/^\/pictures\//);
    expect(copied).not.toBe(path);
    await service.call.DeleteCv({ id }, { caller: acme });
    expect(await getPublic(copied)).toMatchObject({ contentType: 'image/png' });
    await expect(getPublic(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
  });

  test('is copied once for each CV, and only up to 200 are copied at a time', async () => {
    const { user, id, first } = await newCv();
    const { path } = await set(id, png, first);
    const copyOf = (paths: string[]) =>
      service.cv(acme, user.id, { experiences: { experience: paths.map((logo) => ({ company: 'Acme', logo })) } });
    const copy = await copyOf([path, path, path]);
    const [logo, ...others] = copy.experiences.experience.map((item) => item.logo);
    expect([logo === path, others]).toEqual([false, [logo, logo]]);
    expect(await storedPictures(copy.id)).toEqual([1, 1]);

    const [files, chunks] = ['files', 'chunks'].map((part) => service.connection.collection(`pictures.${part}`));
    const file = await files?.findOne({ filename: path.replace('/pictures/', '') });
    const chunk = await chunks?.findOne({ files_id: file?._id });
    const many = Array.from({ length: 201 }, (_, index) => ({
      _id: new mongoose.Types.ObjectId(),
      filename: `${String(index).padStart(32, '0')}.png`,
    }));
    await files?.insertMany(many.map((names) => ({ ...file, ...names })));
    await chunks?.insertMany(many.map(({ _id }) => ({ ...chunk, _id: new mongoose.Types.ObjectId(), files_id: _id })));
    const paths = many.map(({ filename }) => `/pictures/${filename}`);
    const shown = { 'content.experiences.experience': paths.map((logo) => ({ logo })) };
    await service.connection.collection('cvs').updateOne({ _id: id as never }, { $set: shown });
    await expect(copyOf(paths)).rejects.toMatchObject({ message: expect.stringContaining('at most 200 pictures') });
    expect((await copyOf(paths.slice(1))).experiences.experience).toHaveLength(200);
  });

  test('of another owner is omitted from an import, which is reported', async () => {
    const { id, first } = await newCv();
    const { path } = await set(id, png, first);
    const stranger = await service.user(acme);
    const content = jsonBytes((await source(id)).resume);
    expect(content.toString()).toContain(path);
    const { document, report } = await service.call.CreateCv(
      { user: { id: String(stranger.id) }, content },
      { caller: acme },
    );
    const { experiences } = parsed<CvData>(document);
    expect(experiences.experience.map(({ logo }) => logo)).toEqual([null, null]);
    expect(report).toContainEqual(expect.objectContaining({ path: 'work[0].logo', outcome: 'dropped' }));
    expect(JSON.stringify((await source(document?.id ?? 0)).resume)).not.toContain(path);
  });

  test('has a public path, unlike a photo', async () => {
    const { id } = await newCv();
    await set(id, png);
    const file = await service.connection.collection('pictures.files').findOne({ 'metadata.cvId': id });
    await expect(getPublic(String(file?.filename))).rejects.toMatchObject({ reason: 'picture_not_found' });
  });
});

describe('the adjustment of a photo', () => {
  const nothing = Buffer.alloc(0);
  const whole = { rotation: 0, crop: null };
  const left = { zoom: 100, x: 0, y: 0.5 };
  const adjust = (id: number, adjustment: object | null, content: Buffer = nothing, ifRevision = 0, experienceId = 0) =>
    service.call.SetCvPicture({ picture: { id, experienceId }, content, ifRevision, adjustment }, { caller: acme });
  const colors = async (id: number) => colorsOfQuarters((await get(id)).content);

  test('applies to an upload, which has no new revision if the result is the same', async () => {
    const { id } = await newCv();
    const upload = await quarteredPhoto(800, 400);
    const rotated = { rotation: 90, crop: { zoom: 100, x: 0.5, y: 0 } };
    expect(await adjust(id, rotated, upload)).toMatchObject({ revision: 2, width: 400, height: 500 });
    expect(await colors(id)).toEqual(['blue', 'red', 'blue', 'red']);
    expect(await adjust(id, rotated, upload)).toMatchObject({ revision: 2 });
    expect(await adjust(id, whole, upload)).toMatchObject({ revision: 3, width: 800, height: 400 });
    expect(await adjust(id, null, upload)).toMatchObject({ revision: 3 });
  });

  test('applies to the stored photo if there is no upload', async () => {
    const { id } = await newCv();
    await expect(adjust(id, { rotation: 90, crop: null })).rejects.toMatchObject({ reason: 'picture_not_found' });
    await set(id, await quarteredPhoto(800, 400));
    expect(await adjust(id, { rotation: 90, crop: null })).toMatchObject({ revision: 3, width: 400, height: 800 });
    expect(await colors(id)).toEqual(['blue', 'red', 'white', 'green']);
    expect(await adjust(id, { rotation: 270, crop: left }, nothing, 3)).toMatchObject({ revision: 4, width: 320 });
    expect(await colors(id)).toEqual(['red', 'red', 'blue', 'blue']);
    expect([await storedPictures(id), await orphanedChunks()]).toEqual([[1, 1], 0]);
  });

  test('does not encode the stored photo again if it stays the same', async () => {
    const { id } = await newCv();
    await set(id, await quarteredPhoto(320, 400));
    const before = await get(id);
    for (const adjustment of [whole, { rotation: 0, crop: left }])
      expect(await adjust(id, adjustment)).toMatchObject({ revision: 2, width: 320, height: 400, unchanged: true });
    expect(await get(id)).toEqual(before);
  });

  test('changes nothing if the CV was modified after the caller read it', async () => {
    const { id } = await newCv();
    await set(id, await quarteredPhoto(800, 400));
    await adjust(id, { rotation: 90, crop: null }, nothing, 2);
    const repeated = adjust(id, { rotation: 90, crop: null }, nothing, 2);
    await expect(repeated).rejects.toMatchObject({ reason: 'revision_mismatch' });
    expect(await colors(id)).toEqual(['blue', 'red', 'white', 'green']);
  });

  test('of the same photo by two requests without a revision is applied once', async () => {
    const { id } = await newCv();
    await set(id, await quarteredPhoto(800, 400));
    let encoding = 0;
    beforeEncoding = async () => {
      encoding++;
      await until('both requests have read the photo', () => encoding === 2);
    };
    const results = await Promise.allSettled([1, 2].map(() => adjust(id, { rotation: 90, crop: null })));
    const outcomes = results.map((result) => (result.status === 'rejected' ? result.reason.reason : result.status));
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'revision_conflict']);
    expect(await get(id)).toMatchObject({ revision: 3, width: 400, height: 800 });
  });

  test.each([
    ['adjustment.rotation', { rotation: 45, crop: null }],
    ['adjustment.rotation', { rotation: 360, crop: null }],
    ['adjustment.crop.zoom', { rotation: 0, crop: { ...left, zoom: 99 } }],
    ['adjustment.crop.zoom', { rotation: 0, crop: { ...left, zoom: 801 } }],
    ['adjustment.crop.x', { rotation: 0, crop: { ...left, x: 1.01 } }],
    ['adjustment.crop.x', { rotation: 0, crop: { ...left, x: Number.NaN } }],
    ['adjustment.crop.y', { rotation: 0, crop: { ...left, y: -0.1 } }],
  ])('is rejected if its field %s is invalid: %j', async (field, adjustment) => {
    const { id } = await newCv();
    const rejected = { code: 'INVALID_ARGUMENT', details: [expect.objectContaining({ field })] };
    await expect(adjust(id, adjustment, png)).rejects.toMatchObject(rejected);
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
  });

  test('is rejected for a logo, and needed if there is no upload', async () => {
    const { id, first } = await newCv();
    const rejected = (field: string) => ({ code: 'INVALID_ARGUMENT', details: [expect.objectContaining({ field })] });
    await expect(adjust(id, whole, png, 0, first)).rejects.toMatchObject(rejected('adjustment'));
    await expect(adjust(id, null)).rejects.toMatchObject(rejected('content'));
  });
});

describe('the picture of a portfolio item', () => {
  const newWorks = async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, {
      portfolios: { portfolio: [{ title: 'Poster' }, { path: 'a/b.pdf' }] },
    });
    const [poster, other] = cv.portfolios.portfolio.map(({ id }) => id);
    return { user, cv, poster: poster ?? 0, other: other ?? 0 };
  };
  const setWork = (id: number, portfolioId: number, content = png) =>
    service.call.SetPortfolioPicture({ picture: { cvId: id, portfolioId }, content }, { caller: acme });
  const works = async (id: number) => (await source(id)).cv.portfolios.portfolio;

  test('has a public path in the CV, and is erased when it is removed or the CV no longer shows it', async () => {
    const { cv, poster } = await newWorks();
    const { path } = await setWork(cv.id, poster);
    expect((await works(cv.id)).map((item) => item.path)).toEqual([path, 'a/b.pdf']);
    expect((await getPublic(path)).contentType).toBe('image/png');
    expect(Object.keys((await source(cv.id)).logos)).toEqual([path]);
    const read = await service.call.GetPortfolioPicture({ cvId: cv.id, portfolioId: poster }, { caller: acme });
    expect(read.path).toBe(path);
    await service.call.RemovePortfolioPicture({ cvId: cv.id, portfolioId: poster }, { caller: acme });
    expect((await works(cv.id)).map((item) => item.path)).toEqual(['', 'a/b.pdf']);
    await setWork(cv.id, poster);
    await replace(cv, { portfolios: { portfolio: [] } });
    expect(await storedPictures(cv.id)).toEqual([0, 0]);
  });

  test('is copied to a new CV of the same owner, and is not used by another owner', async () => {
    const { user, cv, poster } = await newWorks();
    const { path } = await setWork(cv.id, poster);
    const content = { portfolios: { portfolio: [{ title: 'Poster', path }] } };
    const copy = await service.cv(acme, user.id, content);
    const [copied] = copy.portfolios.portfolio;
    expect(copied?.path).not.toBe(path);
    await replace(copy, { portfolios: { portfolio: [] } });
    expect((await getPublic(path)).contentType).toBe('image/png');
    const stranger = await service.user(acme);
    await expect(service.cv(acme, stranger.id, content)).rejects.toMatchObject({
      details: [{ field: 'portfolios.portfolio.0.path' }],
    });
  });

  test('of another owner is omitted and reported if the request allows it, unlike those of the same owner', async () => {
    const { cv, poster } = await newWorks();
    const { path: foreign } = await setWork(cv.id, poster);
    const { user: owner, cv: ownCv, poster: ownPoster } = await newWorks();
    const { path: own } = await setWork(ownCv.id, ownPoster);
    const portfolio = [foreign, own].map((path) => ({ title: 'Poster', path }));
    const content = jsonBytes({ portfolios: { portfolio } });
    const request = { user: { id: String(owner.id) }, content, omitForeignPictures: true };
    const { document, report } = await service.call.CreateCv(request, { caller: acme });
    const [first, second] = parsed<CvData>(document).portfolios.portfolio;
    expect([first?.path, second?.path]).toEqual(['', expect.stringMatching(/./)]);
    const note = 'is not a picture of this user';
    expect(report).toEqual([{ path: 'portfolios[0].path', outcome: 'dropped', note }]);
  });

  test('of another CV stays, and is not shown, if an earlier version accepted its path as text', async () => {
    const { cv, poster } = await newWorks();
    const { path } = await setWork(cv.id, poster);
    const { cv: other } = await newWorks();
    const set = { 'content.portfolios.portfolio.1.path': path };
    const { matchedCount } = await service.connection
      .collection('cvs')
      .updateOne({ _id: other.id as never }, { $set: set });
    expect(matchedCount).toBe(1);
    expect((await source(other.id)).logos).toEqual({});
    await replace(other, { portfolios: { portfolio: [] } });
    expect((await getPublic(path)).contentType).toBe('image/png');
  });

  test('needs an existing item, and never changes the photo', async () => {
    const { cv } = await newWorks();
    await set(cv.id, jpeg);
    await expect(setWork(cv.id, 999_999)).rejects.toMatchObject({ reason: 'portfolio_not_found' });
    const { SetPortfolioPicture: setPicture, RemovePortfolioPicture: removePicture } = service.call;
    const picture = { cvId: cv.id };
    const invalid = { code: 'INVALID_ARGUMENT' };
    await expect(setPicture({ picture, content: png }, { caller: acme })).rejects.toMatchObject(invalid);
    await expect(removePicture(picture, { caller: acme })).rejects.toMatchObject(invalid);
    expect(await get(cv.id)).toMatchObject({ revision: 2, contentType: 'image/jpeg' });
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

  test('stores the photo as an upload', async () => {
    const url = `data:image/png;base64,${jpeg.toString('base64')}`;
    const { id, row } = await imported(url);
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
  ])('does not change an image that is not an embedded picture: %s', async (image) => {
    const { id, row } = await imported(image);
    expect(row).toMatchObject({ outcome: 'kept' });
    await expect(get(id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect((await source(id)).resume.basics).toEqual({ name: 'Ann', image });
  });
});

describe('pictures of a deleted CV', () => {
  test('are not available and are erased with the CV', async () => {
    const { id, first } = await newCv();
    await set(id, jpeg);
    const { path } = await set(id, png, first);
    await service.call.DeleteCv({ id }, { caller: acme });
    await expect(get(id)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await expect(getPublic(path)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect(await storedPictures(id)).toEqual([2, 2]);
    await service.call.EraseDeletedCvs({ deletedBefore: service.now() + 1 });
    expect([await storedPictures(id), await orphanedChunks()]).toEqual([[0, 0], 0]);
  });

  test('are erased with the owner', async () => {
    const { user, id, first } = await newCv();
    await set(id, jpeg);
    await set(id, png, first);
    await service.call.DeleteUser({ id: String(user.id) }, { caller: acme });
    await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
    expect([await storedPictures(id), await orphanedChunks()]).toEqual([[0, 0], 0]);
  });
});
