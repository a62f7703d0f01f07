import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { createReadiness, type HttpListener, listenHttp } from '@vitae/kit/probes';
import { artifactAudience } from '@vitae/proto/export-address';
import { movableClock, newArtifact, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';
import { createIdentityFixture } from '@vitae/test/support/kit/identity-fixture';
import { createApp } from './app.ts';

const { identity, authorizerFor } = createIdentityFixture();
const bearer = async (owner = identity, audience = artifactAudience) => `Bearer ${await owner.token(audience)}`;

describe('finished files over HTTP', () => {
  const clock = movableClock();
  const store = createMemoryArtifactStore({ clock, keepMs: retentionMs });
  const artifact = { ...newArtifact('f1', 'the content'), fileName: 'Éloïse "Zoë" 山田 - CV.pdf' };
  let http: HttpListener;
  let url: string;

  beforeAll(async () => {
    const failing = {
      ...store,
      find: (address: string) =>
        address.startsWith('e') ? Promise.reject(new Error('no primary')) : store.find(address),
    };
    const log = createLogger({ name: 'test', level: 'silent' });
    http = await listenHttp(
      createApp({
        store: failing,
        authorize: authorizerFor(artifactAudience),
        readiness: createReadiness({}),
        metrics: createMetrics('test'),
        log,
      }),
      '127.0.0.1',
      0,
    );
    url = `http://127.0.0.1:${http.port}/artifacts/`;
  });
  afterAll(() => http.close());
  beforeEach(() => store.save(artifact));

  const get = async (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + artifact.address, { headers: { Authorization: await bearer(), ...headers }, method });

  test.each([
    ['nobody', async () => ''],
    ['a process with other keys', () => bearer(createIdentityFixture().identity)],
    ['a token for something else', () => bearer(identity, 'cv.resume.v1.ResumeService')],
  ])('are not shown to %s', async (_who, authorization) => {
    const response = await get({ Authorization: await authorization() });
    expect([response.status, (await response.text()).includes('content')]).toEqual([401, false]);
  });

  test('come whole, under their name', async () => {
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

  test('HEAD says the same without the bytes', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '11', '']);
  });

  test('are not sent twice to who has them', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('come in part', async () => {
    const part = await get({ Range: 'bytes=4-6' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 4-6/11', 'con']);
    expect((await get({ Range: 'bytes=99-' })).status).toBe(416);
    expect(await (await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).text()).toBe('the content');
    expect(await (await get({ Range: 'bytes=0-1,4-5' })).text()).toBe('the content');
  });

  test.each(['0'.repeat(64), 'nonsense', '..%2F..%2Fetc%2Fpasswd', 'A'.repeat(64)])(
    '%s is not there',
    async (address) => {
      const response = await fetch(url + address, { headers: { Authorization: await bearer() } });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: { code: 404, message: 'There is no such file, or it has expired.' },
      });
    },
  );

  test('that have expired are not there', async () => {
    clock.advance(retentionMs + 1);
    expect((await get()).status).toBe(404);
  });

  test('a store that does not answer is a 503, to be tried again', async () => {
    const response = await fetch(url + 'e'.repeat(64), { headers: { Authorization: await bearer() } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('probes answer beside them, and nothing else does', async () => {
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/'].map(
        async (path) => (await fetch(`http://127.0.0.1:${http.port}${path}`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404]);
  });
});
