import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type S3Server, startS3Server } from '@vitae/test/support/s3-server';
import { z } from 'zod';
import { parseSettings } from '../settings.ts';
import { LostObjectError, type ObjectStore } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';
import { createS3ObjectStore } from './s3-object-store.ts';
import { artifactStoreSettings, checkArtifactStore, type S3Settings } from './settings.ts';

let server: S3Server;
let store: ObjectStore;
const stores: ObjectStore[] = [];
const settingsOf = (changes: NodeJS.ProcessEnv = {}) =>
  parseSettings(z.object(artifactStoreSettings).superRefine(checkArtifactStore), { ...server.environment, ...changes });
const open = (changes: NodeJS.ProcessEnv = {}, folder = 'exports') => {
  const opened = createS3ObjectStore(settingsOf(changes) as S3Settings, folder);
  stores.push(opened);
  return opened;
};

beforeAll(async () => {
  server = await startS3Server();
  store = open();
});
afterAll(async () => {
  for (const one of stores) one.close();
  await server.close();
});

const newObject = (content: Buffer | Readable) => ({
  key: `7/${randomUUID()}`,
  companyId: 7,
  contentType: 'application/pdf',
  content,
});
const contentOf = async (stream: Promise<Readable>) => buffer(await stream);

describe('object store in S3', () => {
  test('returns an object and a range of it', async () => {
    const object = newObject(Buffer.from('hello'));
    await store.put(object);
    const ref = { ...object, bytes: 5 };
    expect(await store.exists(ref)).toBe(true);
    expect(String(await contentOf(store.read(ref)))).toBe('hello');
    expect(String(await contentOf(store.read(ref, { start: 1, end: 3 })))).toBe('ell');
    expect(await server.keys()).toContain(`exports/${object.key}`);
  });

  test('stores a stream in parts', async () => {
    const chunks = Array.from({ length: 130 }, (_, index) => Buffer.alloc(100_000, index));
    const object = newObject(Readable.from(chunks));
    await store.put(object);
    const content = await contentOf(store.read({ ...object, bytes: 13_000_000 }));
    expect(content.equals(Buffer.concat(chunks))).toBe(true);
  });

  test('stores nothing of a stream that fails, and removes its parts', async () => {
    const object = newObject(
      Readable.from(
        (function* () {
          for (let part = 0; part < 12; part += 1) yield Buffer.alloc(1_000_000);
          throw new Error('stream failed');
        })(),
      ),
    );
    await expect(store.put(object)).rejects.toThrow('stream failed');
    expect(await store.exists({ ...object, bytes: 12_000_000 })).toBe(false);
    expect(await server.unfinishedUploads()).toEqual([]);
  });

  test('never replaces an object', async () => {
    const object = newObject(Buffer.from('first'));
    await store.put(object);
    await store.put({ ...object, content: Buffer.from('other') });
    expect(String(await contentOf(store.read({ ...object, bytes: 5 })))).toBe('first');
  });

  test('reports an object as lost if it is missing, shorter or of another company', async () => {
    const object = newObject(Buffer.from('hello'));
    await expect(store.read({ ...object, bytes: 5 })).rejects.toThrow(LostObjectError);
    await store.put(object);
    for (const ref of [
      { ...object, bytes: 4 },
      { ...object, bytes: 6 },
      { ...object, bytes: 5, companyId: 8 },
    ]) {
      expect(await store.exists(ref)).toBe(false);
      await expect(store.read(ref)).rejects.toThrow(LostObjectError);
    }
  });

  test('removes objects, also those that do not exist', async () => {
    const object = newObject(Buffer.from('hello'));
    await store.put(object);
    await store.remove([object.key, `7/${randomUUID()}`]);
    expect(await store.exists({ ...object, bytes: 5 })).toBe(false);
  });

  test('signs URLs for downloads with the name and type of the file', async () => {
    const object = newObject(Buffer.from('hello'));
    await store.put(object);
    const url = await store.presign({ ...object, bytes: 5 }, { fileName: 'Zoë – CV.pdf', contentType: 'text/x-cv' });
    const response = await fetch(url);
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-type')).toBe('text/x-cv');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Zo%C3%AB%20%E2%80%93%20CV.pdf",
    );
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    expect((await fetch(url.replace(object.key, `7/${randomUUID()}`))).status).toBe(403);
  });

  test('lets slow readers hold no connection', async () => {
    const object = newObject(Buffer.alloc(3_000_000));
    await store.put(object);
    const ref = { ...object, bytes: 3_000_000 };
    const slow: Readable[] = [];
    while (slow.length < 100) slow.push(await store.read(ref));
    expect(await store.exists(ref)).toBe(true);
    expect(await buffer(slow[0] as Readable)).toHaveLength(3_000_000);
    for (const reader of slow) reader.destroy();
  });

  test('is unavailable while the server is stopped', async () => {
    const object = newObject(Buffer.from('hello'));
    await store.put(object);
    await server.stop();
    const ref = { ...object, bytes: 5 };
    const operations = [store.exists(ref), store.read(ref), store.put(object), store.remove([object.key])];
    const unavailable = { code: 'UNAVAILABLE', retryAfter: 1 };
    await Promise.all(operations.map((operation) => expect(operation).rejects.toMatchObject(unavailable)));
    await server.start();
    expect(await store.exists(ref)).toBe(true);
  });
});

describe('startup with S3', () => {
  test('leaves no object behind', async () => {
    const before = await server.keys();
    await store.verify();
    expect(await server.keys()).toEqual(before);
  });

  test.each([
    [{ S3_BUCKET: 'no-such-bucket' }, /S3_BUCKET: the bucket no-such-bucket does not exist/],
    [{ S3_ACCESS_KEY_ID: 'unknown' }, /S3_ACCESS_KEY_ID is not known/],
    [{ S3_SECRET_ACCESS_KEY: 'wrong' }, /S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID/],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /S3_ENDPOINT: http:\/\/127.0.0.1:9 is not reachable \(ECONNREFUSED\)/],
  ])('names the setting to correct for %j', async (changes, message) => {
    await expect(open(changes).verify()).rejects.toThrow(message);
  });

  test.each([
    [{ S3_BUCKET: '' }, 'S3_BUCKET is missing'],
    [{ S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing'],
    [{ S3_PREFIX: 'vitae' }, 'S3_PREFIX: must be empty or end with a slash'],
    [{ S3_SSE_KMS_KEY_ID: 'key' }, 'S3_SSE_KMS_KEY_ID: requires S3_SSE to be aws:kms'],
  ])('rejects the settings %j', (changes, message) => {
    expect(() => settingsOf(changes)).toThrow(message);
  });

  test('does not connect if no bucket is configured', async () => {
    const gridfs = { ARTIFACT_STORE: 'gridfs', S3_BUCKET: '', S3_ENDPOINT: 'http://127.0.0.1:9' };
    expect(await openObjectStore(settingsOf(gridfs), 'exports')).toBeUndefined();
  });

  test('limits a process to its folder with the policy of the guide', async () => {
    const keys = await server.addUser('export-worker');
    await expect(open(keys).verify()).rejects.toThrow(/S3_BUCKET: the key S3_ACCESS_KEY_ID lacks permissions for/);
    await server.setPolicy(folderPolicy(server.environment.S3_BUCKET, 'export-worker', 'exports'));
    await open(keys).verify();
    await expect(open(keys, 'pictures').verify()).rejects.toThrow('lacks permissions for vitae-files/pictures/');
  });

  // Not "s3:ListBucket": without it, AWS responds 403 for objects that do not exist, and versitygw 404.
  test.each([
    's3:GetObject',
    's3:PutObject',
    's3:DeleteObject',
    's3:AbortMultipartUpload',
    's3:ListBucketMultipartUploads',
  ])('rejects a policy without %s', async (action) => {
    const user = `without-${action.slice('s3:'.length).toLowerCase()}`;
    const keys = await server.addUser(user);
    const { Statement, ...policy } = folderPolicy(server.environment.S3_BUCKET, user, 'exports');
    const allowed = Statement.map((one) => ({ ...one, Action: one.Action.filter((name) => name !== action) }));
    await server.setPolicy({ ...policy, Statement: allowed });
    await expect(open(keys).verify()).rejects.toThrow('lacks permissions for vitae-files/exports/');
  });
});

/** The policy in docs/object-storage.md. */
function folderPolicy(bucket: string, user: string, folder: string) {
  const statement = { Effect: 'Allow', Principal: { AWS: user } };
  return {
    Version: '2012-10-17',
    Statement: [
      {
        ...statement,
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
        Resource: `arn:aws:s3:::${bucket}/${folder}/*`,
      },
      {
        ...statement,
        Action: ['s3:ListBucket', 's3:ListBucketMultipartUploads'],
        Resource: `arn:aws:s3:::${bucket}`,
      },
    ],
  };
}
