import { type Key, signedPath } from '../support/signer.ts';
import type { RunFile, System } from '../support/system.ts';

export type ExportBench = { system: System; run: RunFile; key: Key; companyId: number; userId: number; file: string };

/** Exports CVs over HTTP. */
export type ExportLoad = {
  url: string;
  /** Returns a signed path, which is valid once. */
  path(cvId: number, format: string): string;
  /** Imports CVs whose exports are not stored yet. */
  newCvs(count: number): Promise<number[]>;
  exportFile(cvId: number, format: string): Promise<Buffer>;
};

export function createExportLoad({ system, run, key, companyId, userId, file }: ExportBench): ExportLoad {
  const [url = ''] = run.gateways;
  const path = (cvId: number, format: string) => signedPath('GET', `/api/v1/cv/${cvId}/export/${format}`, key);
  return {
    url,
    path,
    newCvs: async (count) => {
      const files = Array.from({ length: count }, () => file);
      const owner = ['--company', String(companyId), '--user', String(userId)];
      const imported = await system.vitae<{ id: number }[]>('cv', 'import', ...owner, ...files);
      return imported.map(({ id }) => id);
    },
    exportFile: async (cvId, format) => {
      const response = await fetch(url + path(cvId, format));
      const content = Buffer.from(await response.arrayBuffer());
      if (response.status === 200) return content;
      throw new Error(`Invalid measurement: the export responded ${response.status}`);
    },
  };
}

/** Processes the items concurrently and returns the items per second. */
export async function perSecond<T>(
  items: Iterable<T>,
  concurrency: number,
  processItem: (item: T) => Promise<unknown>,
): Promise<number> {
  const waiting = [...items];
  const count = waiting.length;
  const started = performance.now();
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await processItem(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count / ((performance.now() - started) / 1000);
}
