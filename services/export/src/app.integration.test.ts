import { systemClock } from '@vitae/kit/clock';
import { type HttpListener, listenHttp } from '@vitae/kit/http/listen-http';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { LostObjectError } from '@vitae/kit/object-storage/object-store';
import { createReadiness } from '@vitae/kit/probes';
import { createCallAuthorizer, createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';
import { readPrivateKey, readPublicKeys } from '@vitae/kit/signing-keys';
import { artifactAudience } from '@vitae/proto/export-address';
import { companiesOfProcesses } from '@vitae/proto/export-grant';
import { acceptRedirectHeader } from '@vitae/proto/export-job';
import { createMovableClock, newArtifact, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';
import { newPrivateKey, publicKeyItem } from '@vitae/test/support/service-keys';
import { createApp } from './app.ts';

const keys = { gateway: newPrivateKey(), erp: newPrivateKey(), crm: newPrivateKey(), other: newPrivateKey() };
const identityOf = (name: keyof typeof keys, key = keys[name]) =>
  createServiceIdentity({ name, key: readPrivateKey(key), clock: systemClock });
const identity = identityOf('gateway');
const consumers = companiesOfProcesses().parse('erp:7,crm:8');
const authorizationBy = async (signer: ServiceIdentity, audience: string) => `Bearer ${await signer.token(audience)}`;
const authorized = { Authorization: await authorizationBy(identity, artifactAudience) };

const OBJECT_URL = 'https://s3.example.com/vitae/exports/7/1';

describe('GET /artifacts/{address}', () => {
  const clock = createMovableClock();
  const store = createMemoryArtifactStore({ clock, retentionMs });
  const artifact = { ...newArtifact('f1', 'the content'), fileName: 'Éloïse "Zoë" 山田 - CV.pdf' };
  const failingAddress = 'e'.repeat(64);
  const lostAddress = newArtifact('f2').address;
  let http: HttpListener;
  let url: string;

  beforeAll(async () => {
    const app = createApp({
      store: {
        ...store,
        find: (address) => (address === failingAddress ? Promise.reject(new Error('no primary')) : store.find(address)),
        presign: async ({ address }) => (address === artifact.address ? `${OBJECT_URL}?signature` : undefined),
        read: (file, range) =>
          file.address === lostAddress ? Promise.reject(new LostObjectError('7/1')) : store.read(file, range),
      },
      authorize: createCallAuthorizer({
        audience: artifactAudience,
        keys: readPublicKeys(
          Object.entries(keys)
            .map(([name, key]) => publicKeyItem(name, key))
            .join(),
        ),
        clock: systemClock,
        callers: { artifacts: [...consumers.keys()], moves: ['gateway'] },
      }),
      redirects: true,
      consumers,
      readiness: createReadiness({}),
      metrics: createMetrics('test'),
      log: createLogger({ name: 'test', level: 'silent' }),
      logSuccessRatio: 1,
      observeRequest: () => undefined,
    });
    http = await listenHttp(app, '127.0.0.1', 0);
    url = `http://127.0.0.1:${http.port}/artifacts/`;
  });
  afterAll(() => http.close());
  beforeEach(() => store.save(artifact));

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + artifact.address, { headers: { ...authorized, ...headers }, method });

  test.each([
    ['no token', async () => ''],
    ['a token signed with another key', () => authorizationBy(identityOf('gateway', keys.erp), artifactAudience)],
    ['a token of a process that is not a consumer', () => authorizationBy(identityOf('other'), artifactAudience)],
    ['a token for another audience', () => authorizationBy(identity, 'cv.resume.v1.ResumeService')],
  ])('rejects a request with %s', async (_token, authorization) => {
    const response = await get({ Authorization: await authorization() });
    expect([response.status, (await response.text()).includes('content')]).toEqual([401, false]);
  });

  test('redirects to the object if the client accepts it', async () => {
    const redirected = (headers: Record<string, string>, method = 'GET') =>
      fetch(url + artifact.address, { headers: { ...authorized, ...headers }, method, redirect: 'manual' });
    const response = await redirected({ [acceptRedirectHeader]: '1', Range: 'bytes=1-2' });
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      307,
      `${OBJECT_URL}?signature`,
      'no-store',
    ]);
    expect((await redirected({})).status).toBe(200);
    expect((await redirected({ [acceptRedirectHeader]: '1' }, 'HEAD')).status).toBe(200);
    const etag = String((await redirected({})).headers.get('etag'));
    expect((await redirected({ [acceptRedirectHeader]: '1', 'If-None-Match': etag })).status).toBe(304);
    const authorization = await authorizationBy(identityOf('crm'), artifactAudience);
    expect((await redirected({ [acceptRedirectHeader]: '1', Authorization: authorization })).status).toBe(404);
  });

  test('moves files for the gateway only', async () => {
    const move = async (name: keyof typeof keys, body: unknown) => {
      const headers = { Authorization: await authorizationBy(identityOf(name), artifactAudience) };
      const json = { ...headers, 'Content-Type': 'application/json' };
      return (await fetch(new URL('/moves', url), { method: 'POST', headers: json, body: JSON.stringify(body) }))
        .status;
    };
    expect(await move('gateway', { after: '', dryRun: true })).toBe(200);
    expect(await move('gateway', { after: 7 })).toBe(400);
    expect(await move('erp', { after: '', dryRun: true })).toBe(401);
  });

  test('responds 404 for a file whose object is lost', async () => {
    await store.save(newArtifact('f2'));
    const response = await fetch(url + lostAddress, { headers: authorized });
    expect([response.status, response.headers.get('etag'), await response.json()]).toEqual([
      404,
      null,
      { error: { code: 404, message: 'The file does not exist or has expired.' } },
    ]);
  });

  test('sends a consumer the files of its companies only', async () => {
    const statusFor = async (name: keyof typeof keys, address = artifact.address) => {
      const headers = { Authorization: await authorizationBy(identityOf(name), artifactAudience) };
      const response = await fetch(url + address, { headers });
      return [response.status, await response.text()];
    };
    expect(await statusFor('erp')).toEqual([200, 'the content']);
    expect(await statusFor('crm')).toEqual(await statusFor('crm', '0'.repeat(64)));
  });

  test('returns the whole file with its name', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '11',
      etag: `"${(await store.find(artifact.address))?.sha256}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const disposition = response.headers.get('content-disposition');
    expect(disposition).toMatch(
      /^attachment; filename="[\x20-\x7e\xa0-\xff]+"; filename\*=UTF-8''%C3%89lo%C3%AFse%20%22Zo%C3%AB%22%20%E5%B1%B1%E7%94%B0%20-%20CV\.pdf$/,
    );
    expect(await response.text()).toBe('the content');
  });

  test('returns the headers without the content for HEAD', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '11', '']);
  });

  test('returns 304 if the client has the file already', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('returns a single byte range', async () => {
    const part = await get({ Range: 'bytes=4-6' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 4-6/11', 'con']);
    expect((await get({ Range: 'bytes=99-' })).status).toBe(416);
  });

  test('returns the whole file for a range of another version and for several ranges', async () => {
    expect(await (await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).text()).toBe('the content');
    expect(await (await get({ Range: 'bytes=0-1,4-5' })).text()).toBe('the content');
  });

  test.each(['0'.repeat(64), 'nonsense', '..%2F..%2Fetc%2Fpasswd', 'A'.repeat(64)])(
    'returns 404 for the unknown address %s',
    async (address) => {
      const response = await fetch(url + address, { headers: authorized });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: { code: 404, message: 'The file does not exist or has expired.' },
      });
    },
  );

  test('returns 404 for an expired file', async () => {
    clock.advance(retentionMs + 1);
    expect((await get()).status).toBe(404);
  });

  test('returns 503 with Retry-After if the store is unavailable', async () => {
    const response = await fetch(url + failingAddress, { headers: authorized });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('is served next to probes and metrics only', async () => {
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/'].map(
        async (path) => (await fetch(`http://127.0.0.1:${http.port}${path}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404]);
  });
});
