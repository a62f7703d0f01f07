import type { ObjectStore } from '@vitae/kit/object-storage/object-store';
import { openObjectStore } from '@vitae/kit/object-storage/open-object-store';
import { artifactStoreSettings } from '@vitae/kit/object-storage/settings';
import { parseSettings } from '@vitae/kit/settings';
import { plainPicture, transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import { acme, jsonBytes, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { type S3Server, startS3Server } from '@vitae/test/support/s3-server';
import { z } from 'zod';

const HOUR_MS = 3_600_000;
const MAX_VERSIONS = 20;

let server: S3Server;
let objects: ObjectStore;
let service: ResumeFixture;
let png: Buffer;
beforeAll(async () => {
  server = await startS3Server();
  const settings = parseSettings(z.object(artifactStoreSettings), server.environment);
  objects = (await openObjectStore(settings, 'pictures')) as ObjectStore;
  service = await openResumeFixture({ objects, newPictures: 's3' });
  png = await transparentPicture(60, 30);
});
afterAll(async () => {
  await service?.close();
  objects.close();
  await server.close();
});

const collection = (name: string) => service.connection.collection(`pictures.${name}`);
const set = (id: number, content = png, experienceId = 0) =>
  service.call.SetCvPicture({ picture: { id, experienceId }, content }, { caller: acme });
const get = (id: number) => service.call.GetCvPicture({ id, experienceId: 0 }, { caller: acme });
const objectOf = async (cvId: number) =>
  `pictures/${(await collection('files').findOne({ 'metadata.cvId': cvId }))?.object}`;

async function newCv() {
  const user = await service.user(acme);
  return { user, cv: await service.cv(acme, user.id, { experiences: { experience: [{ company: 'Acme' }] } }) };
}

describe('a picture in S3', () => {
  test('is stored, read, replaced and removed', async () => {
    const { cv } = await newCv();
    const { size } = await set(cv.id);
    const first = await objectOf(cv.id);
    expect(await server.keys()).toContain(first);
    expect((await get(cv.id)).content).toHaveLength(size);
    expect(await collection('chunks').countDocuments()).toBe(0);

    await set(cv.id, await plainPicture('png', 10, 10));
    const second = await objectOf(cv.id);
    await service.sweep();
    const keys = await server.keys();
    expect([keys.includes(first), keys.includes(second)]).toEqual([false, true]);

    await service.call.RemoveCvPicture({ picture: { id: cv.id, experienceId: 0 } }, { caller: acme });
    await expect(get(cv.id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    await service.sweep();
    expect(await server.keys()).not.toContain(second);
  });

  test('stays while a version of the CV has it, and is removed with the last one', async () => {
    const { cv } = await newCv();
    const caller = { caller: acme };
    const photo = { picture: { id: cv.id, experienceId: 0 }, keepVersion: true };
    await set(cv.id);
    const object = await objectOf(cv.id);
    const isStored = async () => {
      await service.sweep();
      return (await server.keys()).includes(object);
    };
    await service.call.RemoveCvPicture(photo, caller);
    expect(await isStored()).toBe(true);
    await service.call.RestoreCvVersion({ id: cv.id }, caller);
    expect((await get(cv.id)).content.length).toBeGreaterThan(0);
    await service.call.RemoveCvPicture(photo, caller);
    const save = (number: number) =>
      service.call.ReplaceCv({ id: cv.id, content: jsonBytes({ title: String(number) }), keepVersion: true }, caller);
    for (let number = 1; number < MAX_VERSIONS - 1; number++) await save(number);
    expect(await isStored()).toBe(true);
    await save(MAX_VERSIONS);
    expect(await isStored()).toBe(false);
  });

  test('is removed when the user is erased', async () => {
    const { user, cv } = await newCv();
    await set(cv.id);
    await set(cv.id, png, cv.experiences.experience[0]?.id);
    await service.call.DeleteUser({ id: String(user.id) }, { caller: acme });
    const before = await server.keys();
    await service.call.EraseUser({ companyId: acme.companyId, id: user.id });
    await service.sweep();
    expect([before.length, await server.keys()]).toEqual([2, []]);
  });

  test('is removed after an hour if the CV could not be saved', async () => {
    const { cv } = await newCv();
    const outdated = service.call.SetCvPicture(
      { picture: { id: cv.id, experienceId: 0 }, content: png, ifRevision: 1 },
      { caller: acme },
    );
    const competing = service.call.SetCvPicture(
      { picture: { id: cv.id, experienceId: 0 }, content: await plainPicture('png', 9, 9), ifRevision: 1 },
      { caller: acme },
    );
    const outcomes = await Promise.allSettled([outdated, competing]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    service.at(service.now() + HOUR_MS + 1);
    await service.sweep();
    expect(await server.keys()).toEqual([await objectOf(cv.id)]);
    expect(await collection('unfinished').countDocuments()).toBe(0);
  });

  test('is unavailable if its object is lost, and can be set again', async () => {
    const { cv } = await newCv();
    await set(cv.id);
    await server.lose(await objectOf(cv.id));
    await expect(get(cv.id)).rejects.toMatchObject({ reason: 'picture_lost', retryAfter: 3_600 });
    await set(cv.id);
    expect((await get(cv.id)).content.length).toBeGreaterThan(0);
    await service.call.RemoveCvPicture({ picture: { id: cv.id, experienceId: 0 } }, { caller: acme });
  });

  test('is unavailable while S3 does not respond, and is not set', async () => {
    const [{ cv }, { cv: other }] = [await newCv(), await newCv()];
    await set(cv.id);
    await server.stop();
    await expect(get(cv.id)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    await expect(set(other.id)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    await server.start();
    await expect(get(other.id)).rejects.toMatchObject({ reason: 'picture_not_found' });
    expect((await get(cv.id)).content.length).toBeGreaterThan(0);
  });

  test('is moved from MongoDB, also while only a version of its CV has it', async () => {
    const gridFs = await openResumeFixture({ objects });
    try {
      const user = await gridFs.user(acme);
      const cv = await gridFs.cv(acme, user.id);
      const caller = { caller: acme };
      await gridFs.call.SetCvPicture({ picture: { id: cv.id, experienceId: 0 }, content: png }, caller);
      const before = await gridFs.call.GetCvPicture({ id: cv.id, experienceId: 0 }, caller);
      await gridFs.call.RemoveCvPicture({ picture: { id: cv.id, experienceId: 0 }, keepVersion: true }, caller);
      await expect(gridFs.call.MovePictures({})).rejects.toThrow('set ARTIFACT_STORE to s3');

      const s3 = await openResumeFixture({ connection: gridFs.connection, objects, newPictures: 's3' });
      expect(await s3.call.MovePictures({ dryRun: true })).toMatchObject({ files: 1, lost: 0, next: '' });
      expect(await s3.call.MovePictures({})).toMatchObject({ files: 1, bytes: before.size });
      expect(await s3.call.MovePictures({})).toMatchObject({ files: 0 });
      s3.at(s3.now() + HOUR_MS + 1);
      await s3.sweep();
      expect(await gridFs.connection.collection('pictures.chunks').countDocuments()).toBe(0);
      const { revision } = await gridFs.call.RestoreCvVersion({ id: cv.id }, caller);
      const moved = await gridFs.call.GetCvPicture({ id: cv.id, experienceId: 0 }, caller);
      expect(moved).toEqual({ ...before, revision });
      await s3.close();
    } finally {
      await gridFs.close();
    }
  });

  test('has an index for the sweep', async () => {
    const plan = await collection('unfinished')
      .find({ since: { $lt: new Date() } })
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('"indexName":"since_1"');
  });
});
