import { createArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import { artifactAudience } from '@vitae/proto/export-address';
import { type ExportsFixture, startExportsFixture } from '@vitae/test/support/gateway/export-fixtures';
import { FILE, failing } from '@vitae/test/support/gateway/fake-export-worker';
import { signPath } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';

let exports: ExportsFixture;
let cvId: number;

beforeAll(async () => {
  exports = await startExportsFixture(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  cvId = exports.newCv();
});

describe('export of a CV', () => {
  test('is rendered and sent with the headers of the worker', async () => {
    const response = await exports.call(exports.exportPath());
    expect([response.status, await response.text()]).toEqual([200, FILE.toString()]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
      'content-length': String(FILE.length),
      etag: '"abc"',
      'x-ratelimit-limit': '1000',
    });
    expect(response.headers.get('x-request-id')).not.toBe('of-the-worker');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(exports.worker.jobs).toMatchObject([
      { cvId, companyId: exports.system.company.id, format: 'pdf', address: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('is not rendered for HEAD, which returns the headers of a stored file', async () => {
    const path = exports.exportPath();
    const head = () =>
      exports.send(exports.gateway.url + signPath(exports.system.key, path, { method: 'HEAD' }), { method: 'HEAD' });
    const before = await head();
    expect([before.status, before.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(before.headers.get('content-length')).toBeNull();
    expect(exports.worker.jobs).toEqual([]);
    const { headers } = await exports.call(path);
    const after = await head();
    expect(await after.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'x-ratelimit-limit'])
      expect([name, after.headers.get(name)]).toEqual([name, headers.get(name)]);
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test("does not send the client's credentials to the worker", async () => {
    const authorization = `Bearer ${await exports.identity.token(artifactAudience)}`;
    await exports.call(exports.exportPath(), { Authorization: 'Bearer x', Cookie: 'a=b' });
    for (const request of exports.worker.seen) {
      expect(JSON.stringify(request)).not.toContain(exports.system.key.key);
      expect(request).toMatchObject({ authorization });
      expect(request).not.toMatchObject({ cookie: expect.anything() });
    }
  });

  test('renders once for concurrent and repeated requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => exports.call(exports.exportPath())));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test('is rendered again after the CV changed', async () => {
    await exports.call(exports.exportPath());
    exports.system.resume.cvs.set(cvId, { companyId: exports.system.company.id, revision: 2, json: '{}' });
    await exports.call(exports.exportPath());
    expect(exports.worker.jobs).toHaveLength(2);
    expect(exports.worker.jobs[0]?.address).not.toBe(exports.worker.jobs[1]?.address);
  });

  test('is rendered again if its file no longer exists', async () => {
    // The file is not downloaded here, because the gateway would cache it.
    await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    await until('the export', () => exports.worker.files.size === 1);
    exports.worker.files.clear();
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(2);
  });

  test('is not retried after a permanent failure', async () => {
    exports.worker.render = failing('renderer_crashed', false);
    expect((await exports.call(exports.exportPath())).status).toBe(500);
    expect((await exports.call(exports.exportPath())).status).toBe(500);
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test('is retried by the next request after a temporary failure', async () => {
    exports.worker.render = failing('render_timeout', true);
    expect((await exports.call(exports.exportPath())).status).toBe(504);
    exports.worker.render = async () => undefined;
    expect((await exports.call(exports.exportPath())).status).toBe(200);
  });

  test.each([
    ['an unknown format', () => exports.exportPath('exe'), 'Supported formats: pdf, odt, doc, docx, txt, json.'],
    ['another company’s CV', () => `/api/v1/cv/${exports.system.company.id}/export/pdf`, undefined],
    ['an unknown export', () => `/api/v1/exports/${'0'.repeat(64)}`, undefined],
    ['an id that is not an export address', () => '/api/v1/exports/1', undefined],
    ['an unknown export’s file', () => `/api/v1/exports/${'0'.repeat(64)}/file`, undefined],
  ])('responds 404 to %s', async (_what, path, message) => {
    const response = await exports.call(path());
    expect(response.status).toBe(404);
    if (message) expect(await response.json()).toMatchObject({ error: { message } });
    expect(exports.worker.jobs).toEqual([]);
  });

  test('has a receipt that describes the file, which only its company can read', async () => {
    const { headers } = await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    const path = `${headers.get('location')}/receipt`;
    await until('the receipt', async () => (await exports.call(path)).status === 200);
    const address = path.split('/').at(-2);
    expect(await (await exports.call(path)).json()).toEqual({
      receipt: expect.objectContaining({ address, bytes: FILE.length, author: null }),
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const other = await exports.system.companies.create('Other', 'UTC');
    const key = await exports.system.keys.create(other.id, 'k', 'unlimited');
    expect((await exports.send(exports.gateway.url + signPath(key, path))).status).toBe(404);
  });

  test('has an address with its receipt also if the file exists', async () => {
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    const { status, headers } = await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    expect(status).toBe(202);
    const location = headers.get('location') ?? '';
    expect(await (await exports.call(location)).json()).toMatchObject({ export: { state: 'completed' } });
    expect((await exports.call(`${location}/receipt`)).status).toBe(200);
  });

  test('responds 404 to another company, and after its CV was deleted', async () => {
    const response = await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    const location = response.headers.get('location') ?? '';
    const other = await exports.system.companies.create('Other', 'UTC');
    const key = await exports.system.keys.create(other.id, 'k', 'unlimited');
    expect((await exports.send(exports.gateway.url + signPath(key, location))).status).toBe(404);
    expect((await exports.call(location)).status).toBe(200);
    exports.system.resume.cvs.delete(cvId);
    expect((await exports.call(location)).status).toBe(404);
  });

  test('responds 503 while no worker is reachable', async () => {
    const alone = await exports.system.start({
      queue: exports.queue,
      artifacts: createArtifactClient(['http://127.0.0.1:1'], exports.identity),
    });
    const response = await exports.send(alone.url + signPath(exports.system.key, exports.exportPath()));
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
  });
});
