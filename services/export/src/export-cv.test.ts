import { sampleSource } from '@vitae/document/sample-source';
import type { GrantRejection } from '@vitae/proto/export-grant';
import type { ExportPayload, ExportProgress } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { createMovableClock, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { BrowserUnavailable } from './browser/browser-errors.ts';
import type { Printer } from './browser/printer.ts';
import { exportCv } from './export-cv.ts';
import { ExportError, NewJobRequiredError } from './export-error.ts';
import { formatOf } from './formats/registry.ts';

const address = 'a'.repeat(64);
const payload: ExportPayload = { cvId: 12, companyId: 7, format: 'json', address };

const { signal } = new AbortController();
const jobs = [address, undefined];
const log = { warn: () => undefined };
const context = { requestId: 'r', log, report: () => undefined, signal, grantJobIds: jobs };

function setUp(
  changes: {
    address?: string;
    source?: ExportSource;
    store?: Partial<ArtifactStore>;
    formats?: [];
    rejection?: GrantRejection;
    measure?: Printer['measure'];
  } = {},
) {
  const clock = createMovableClock();
  const store = { ...createMemoryArtifactStore({ clock, retentionMs }), ...changes.store };
  const reads: unknown[] = [];
  const checked: unknown[] = [];
  const rendered: string[] = [];
  const unfitted: string[][] = [];
  const printer = {
    print: async (html: string) => Buffer.from(html),
    measure: changes.measure ?? (async () => undefined),
    screenshot: async (html: string) => Buffer.from(html),
    ready: async () => undefined,
    close: async () => undefined,
  };
  const office = { convert: async (docx: Buffer) => docx, close: async () => undefined };
  const run = exportCv({
    metrics: { recordRender: () => undefined, recordUnfitted: (...labels) => void unfitted.push(labels) },
    formatOf: (id) => {
      const format = changes.formats ? undefined : formatOf(id);
      return (
        format && {
          ...format,
          render: (...args) => {
            rendered.push(id);
            return format.render(...args);
          },
        }
      );
    },
    checkGrant: async (...args) => {
      checked.push(args);
      return changes.rejection;
    },
    readSource: async (...args) => {
      reads.push(args);
      return { source: changes.source ?? sampleSource(), address: changes.address ?? address };
    },
    store,
    renderers: { printer, office },
    signReceipt: async ({ sha256 }) => `receipt of ${sha256}`,
    clock,
  });
  return { run, store, reads, checked, rendered, unfitted, clock };
}

describe('exportCv', () => {
  test('reads the CV as its company, stores the file and reports progress', async () => {
    const { run, store, reads } = setUp();
    const progress: ExportProgress[] = [];
    const result = await run(
      { ...payload, userId: 3 },
      { requestId: 'request-1', log, report: (step) => progress.push(step), signal, grantJobIds: jobs },
    );
    expect(result).toMatchObject({ address, format: 'json', fileName: 'Jane Developer - CV.json', reused: false });
    const caller = { companyId: 7, userId: 3, applicationId: 0, requestId: 'request-1' };
    expect(reads).toEqual([[caller, { ...payload, userId: 3 }]]);
    expect(progress.map(({ stage }) => stage)).toEqual(['reading', 'rendering', 'storing']);
    expect(await store.find(address)).toMatchObject({ bytes: result.bytes, sha256: result.sha256 });
  });

  test('reuses a stored file', async () => {
    const { run, rendered } = setUp();
    await run(payload, context);
    expect(await run(payload, context)).toMatchObject({ address, reused: true });
    expect(rendered).toEqual(['json']);
  });

  test.each([payload, { ...payload, address: undefined }])(
    'restarts the retention time of a file that it reuses: %j',
    async (requested) => {
      const { run, store, clock } = setUp();
      await run(payload, context);
      clock.advance(retentionMs - 1);
      const { expiresAt } = await run(requested, context);
      expect(Date.parse(expiresAt)).toBe(clock.now() + retentionMs);
      clock.advance(retentionMs - 1);
      expect(await store.find(address)).toBeDefined();
    },
  );

  test('stores the current content if the CV was modified after the request', async () => {
    const { run, store } = setUp({ address: 'b'.repeat(64) });
    expect(await run(payload, context)).toMatchObject({ address: 'b'.repeat(64), reused: false });
    expect(await store.find(address)).toBeUndefined();
    expect(await run(payload, context)).toMatchObject({ address: 'b'.repeat(64), reused: true });
  });

  test('does not return the stored file of another CV if the address of the job was altered', async () => {
    const other = 'c'.repeat(64);
    const { run, store } = setUp();
    const content = Buffer.from('CV of another company');
    await store.save({
      address: other,
      format: 'json',
      contentType: 'text/plain',
      fileName: 'other',
      companyId: 8,
      cvId: 99,
      content,
    });
    const result = await run({ ...payload, address: other }, context);
    expect(result).toMatchObject({ address, reused: false });
    const [altered, own] = [await store.find(other), await store.find(address)];
    expect([altered?.cvId, own?.cvId]).toEqual([99, 12]);
  });

  test('reads nothing if the grant of the job is rejected, and is not retried', async () => {
    const { run, reads, checked, store } = setUp({ rejection: { reason: 'grant_expired', message: 'Expired.' } });
    const failure = run({ ...payload, grant: 'token' }, context);
    await expect(failure).rejects.toBeInstanceOf(NewJobRequiredError);
    await expect(failure).rejects.toMatchObject({ reason: 'grant_expired' });
    expect(checked).toEqual([['token', expect.objectContaining({ cvId: 12, companyId: 7, format: 'json', jobs })]]);
    expect([reads, await store.find(address)]).toEqual([[], undefined]);
  });

  test('does not require an address', async () => {
    const { address: _none, ...withoutAddress } = payload;
    expect(await setUp().run(withoutAddress, context)).toMatchObject({ address, reused: false });
  });

  test('exports JSON Resume exactly as it was imported', async () => {
    const { run, store } = setUp();
    await run(payload, context);
    const stored = await store.find(address);
    const text = stored && (await (await store.read(stored)).toArray()).join('');
    expect(JSON.parse(text ?? '')).toEqual(sampleSource().resume);
  });

  test.each(['renew', 'save'])('fails temporarily if the store cannot %s', async (operation) => {
    const store = { [operation]: () => Promise.reject(new Error('no primary')) };
    const failure = { reason: 'store_unavailable', retryable: true };
    await expect(setUp({ store }).run(payload, context)).rejects.toMatchObject(failure);
  });

  test('reports a Word file that was not fitted to its pages because the browser failed', async () => {
    const warnings: object[] = [];
    const measure = () => Promise.reject(new BrowserUnavailable('no browser'));
    const { run, unfitted } = setUp({ source: longCareerSource(5), measure });
    const warning = { ...context, log: { warn: (fields: object) => void warnings.push(fields) } };
    expect(await run({ ...payload, format: 'docx' }, warning)).toMatchObject({ format: 'docx', reused: false });
    expect(warnings).toEqual([{ reason: 'renderer_unavailable', err: expect.any(BrowserUnavailable) }]);
    expect(unfitted).toEqual([['docx', 'renderer_unavailable']]);
  });

  test('fails permanently for an unsupported format', async () => {
    const failure = setUp({ formats: [] }).run({ ...payload, format: 'odt' }, context);
    await expect(failure).rejects.toMatchObject({ reason: 'unsupported_format', retryable: false });
    await expect(failure).rejects.toBeInstanceOf(ExportError);
  });
});
