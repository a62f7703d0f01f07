import { type ScratchExports, startScratchExports } from '@vitae/test/support/gateway/export-fixtures';
import { FILE, failing } from '@vitae/test/support/gateway/fake-export-worker';
import { signPath } from '@vitae/test/support/gateway/system-fixture';
import { until } from '@vitae/test/support/until';
import { artifactAudience } from '../../export-address.ts';
import { createArtifacts } from './artifacts.ts';

let exports: ScratchExports;
let cvId: number;

beforeAll(async () => {
  exports = await startScratchExports(process.env);
});
afterAll(() => exports.close());
beforeEach(() => {
  exports.worker.reset();
  cvId = exports.newCv();
});

describe('an export', () => {
  test('is made, and its bytes and headers passed through', async () => {
    const answer = await exports.call(exports.exportPath());
    expect([answer.status, await answer.text()]).toEqual([200, FILE.toString()]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
      'content-length': String(FILE.length),
      etag: '"abc"',
      'x-ratelimit-limit': '1000',
    });
    expect(answer.headers.get('x-request-id')).not.toBe('of-the-worker');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(exports.worker.jobs).toMatchObject([
      { cvId, companyId: exports.system.company.id, format: 'pdf', address: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('does not show the worker the signature', async () => {
    const authorization = `Bearer ${await exports.identity.token(artifactAudience)}`;
    await exports.call(exports.exportPath(), { Authorization: 'Bearer x', Cookie: 'a=b' });
    for (const request of exports.worker.seen) {
      expect(JSON.stringify(request)).not.toContain(exports.system.key.key);
      // Its own, not the client's.
      expect(request).toMatchObject({ authorization });
      expect(request).not.toMatchObject({ cookie: expect.anything() });
    }
  });

  test('asked for by many at once renders once, and not again when it is stored', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => exports.call(exports.exportPath())));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test('of a changed CV is another', async () => {
    await exports.call(exports.exportPath());
    exports.system.resume.cvs.set(cvId, { companyId: exports.system.company.id, revision: 2, json: '{}' });
    await exports.call(exports.exportPath());
    expect(exports.worker.jobs).toHaveLength(2);
    expect(exports.worker.jobs[0]?.address).not.toBe(exports.worker.jobs[1]?.address);
  });

  test('whose file is gone is made again', async () => {
    // Not fetched: what a gateway sent lately it knows.
    await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    await until('it is made', () => exports.worker.files.size === 1);
    exports.worker.files.clear();
    expect((await exports.call(exports.exportPath())).status).toBe(200);
    expect(exports.worker.jobs).toHaveLength(2);
  });

  test('that fails for good says so, and is not tried again', async () => {
    exports.worker.render = failing('renderer_crashed', false);
    expect((await exports.call(exports.exportPath())).status).toBe(500);
    expect((await exports.call(exports.exportPath())).status).toBe(500);
    expect(exports.worker.jobs).toHaveLength(1);
  });

  test('that failed for a reason that passes is made at the next call', async () => {
    exports.worker.render = failing('render_timeout', true);
    expect((await exports.call(exports.exportPath())).status).toBe(504);
    exports.worker.render = async () => undefined;
    expect((await exports.call(exports.exportPath())).status).toBe(200);
  });

  test.each([
    ['an unknown format', () => exports.exportPath('exe'), 'Supported formats: pdf, odt, doc, docx, txt, json.'],
    ['another company’s CV', () => `/api/v1/cv/${exports.system.company.id}/export/pdf`, undefined],
    ['an unknown export', () => `/api/v1/exports/${'0'.repeat(64)}`, undefined],
    ['no export at all', () => '/api/v1/exports/1', undefined],
    ['an unknown export’s file', () => `/api/v1/exports/${'0'.repeat(64)}/file`, undefined],
  ])('of %s is a 404', async (_what, path, message) => {
    const answer = await exports.call(path());
    expect(answer.status).toBe(404);
    if (message) expect(await answer.json()).toMatchObject({ error: { message } });
    expect(exports.worker.jobs).toEqual([]);
  });

  test('is not there for another company, nor when its CV was deleted', async () => {
    const answer = await exports.call(exports.exportPath(), { Prefer: 'respond-async' });
    const location = answer.headers.get('location') ?? '';
    const other = await exports.system.companies.create('Other', 'UTC');
    const key = await exports.system.keys.create(other.id, 'k', 'unlimited');
    expect((await exports.send(exports.gateway.url + signPath(key, location))).status).toBe(404);
    expect((await exports.call(location)).status).toBe(200);
    exports.system.resume.cvs.delete(cvId);
    expect((await exports.call(location)).status).toBe(404);
  });

  test('is a 503 while no worker can be reached', async () => {
    const alone = await exports.system.start({
      queue: exports.queue,
      artifacts: createArtifacts(['http://127.0.0.1:1'], exports.identity),
    });
    const answer = await exports.send(alone.url + signPath(exports.system.key, exports.exportPath()));
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  });
});
