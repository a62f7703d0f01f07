import { sampleSource } from '@vitae/document/sample-source';
import type { ExportPayload, ExportProgress } from '@vitae/proto/export-job';
import { movableClock, retentionMs } from '@vitae/test/support/export/artifact-store-contract';
import { createMemoryArtifactStore } from '@vitae/test/support/export/memory-artifact-store';
import type { ArtifactStore } from './artifact-store.ts';
import { createExportCv } from './export-cv.ts';
import { ExportError } from './export-error.ts';
import { formatOf } from './formats/registry.ts';

const address = 'a'.repeat(64);
const payload: ExportPayload = { cvId: 12, companyId: 7, format: 'json', address };

const { signal } = new AbortController();
const run = { requestId: 'r', report: () => undefined, signal };

function bench(changes: { address?: string; store?: Partial<ArtifactStore>; formats?: [] } = {}) {
  const clock = movableClock();
  const store = { ...createMemoryArtifactStore({ clock, keepMs: retentionMs }), ...changes.store };
  const readings: unknown[] = [];
  const made: string[] = [];
  const printer = {
    print: async (html: string) => Buffer.from(html),
    screenshot: async (html: string) => Buffer.from(html),
    ready: async () => undefined,
    close: async () => undefined,
  };
  const office = { convert: async (docx: Buffer) => docx, close: async () => undefined };
  const readSource = async (...reading: unknown[]) => {
    readings.push(reading);
    return { source: sampleSource(), address: changes.address ?? address };
  };
  return {
    exportCv: createExportCv({
      formatOf: (id) => {
        const format = changes.formats ? undefined : formatOf(id);
        return (
          format && {
            ...format,
            render: (...given) => {
              made.push(id);
              return format.render(...given);
            },
          }
        );
      },
      readSource,
      store,
      renderers: { printer, office },
      clock,
    }),
    store,
    readings,
    made,
    clock,
  };
}

describe('an export', () => {
  test('is read for its company, made, stored and reported', async () => {
    const { exportCv, store, readings } = bench();
    const progress: ExportProgress[] = [];
    const result = await exportCv(
      { ...payload, userId: 3 },
      { requestId: 'request-1', report: (step) => progress.push(step), signal },
    );
    expect(result).toMatchObject({ address, format: 'json', fileName: 'Jane Developer - CV.json', reused: false });
    expect(readings).toEqual([[{ companyId: 7, userId: 3, applicationId: 0, requestId: 'request-1' }, 12, 'json']]);
    expect(progress.map((step) => step.stage)).toEqual(['reading', 'rendering', 'storing']);
    expect(await store.find(address)).toMatchObject({ bytes: result.bytes, sha256: result.sha256 });
  });

  test('that is stored already is not made again', async () => {
    const { exportCv, made } = bench();
    await exportCv(payload, run);
    expect(await exportCv(payload, run)).toMatchObject({ address, reused: true });
    expect(made).toEqual(['json']);
  });

  test('that is reused just before its end has its whole time again', async () => {
    for (const given of [payload, { ...payload, address: undefined }]) {
      const { exportCv, store, clock } = bench();
      await exportCv(payload, run);
      clock.advance(retentionMs - 1);
      const { expiresAt } = await exportCv(given, run);
      expect(Date.parse(expiresAt)).toBe(clock.now() + retentionMs);
      clock.advance(retentionMs - 1);
      expect(await store.find(address)).toBeDefined();
    }
  });

  test('of a CV that was changed meanwhile is stored as what it is now', async () => {
    const { exportCv, store } = bench({ address: 'b'.repeat(64) });
    expect(await exportCv(payload, run)).toMatchObject({ address: 'b'.repeat(64), reused: false });
    expect(await store.find(address)).toBeUndefined();
    expect(await exportCv(payload, run)).toMatchObject({ address: 'b'.repeat(64), reused: true });
  });

  test('needs no address', async () => {
    const { address: _none, ...without } = payload;
    expect(await bench().exportCv(without, run)).toMatchObject({ address, reused: false });
  });

  test('gives JSON Resume back as it came', async () => {
    const { exportCv, store } = bench();
    await exportCv(payload, run);
    const stored = await store.find(address);
    const text = stored && (await (await store.read(stored)).toArray()).join('');
    expect(JSON.parse(text ?? '')).toEqual(sampleSource().resume);
  });

  test('fails for a while when the store does', async () => {
    const down = async () => Promise.reject(new Error('no primary'));
    for (const store of [{ renew: down }, { save: down }]) {
      await expect(bench({ store }).exportCv(payload, run)).rejects.toMatchObject({
        reason: 'store_unavailable',
        retryable: true,
      });
    }
  });

  test('in a format that is not made fails for good', async () => {
    const failure = bench({ formats: [] }).exportCv({ ...payload, format: 'odt' }, run);
    await expect(failure).rejects.toMatchObject({ reason: 'unsupported_format', retryable: false });
    await expect(failure).rejects.toBeInstanceOf(ExportError);
  });
});
