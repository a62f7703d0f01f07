import { type Key, signedPath } from '../support/signer.ts';
import type { RunFile, System } from '../support/system.ts';

export type ExportBench = { system: System; run: RunFile; key: Key; companyId: number; userId: number; file: string };

/** Exports over HTTP, as a client asks for them. */
export type ExportLoad = {
  url: string;
  /** That of a signed call for the file; it is answered once. */
  path(cvId: number, format: string): string;
  /** CVs that were never exported. */
  newCvs(count: number): Promise<number[]>;
  /** Waits for the file and reads it whole. */
  exported(cvId: number, format: string): Promise<Buffer>;
};

export function createExportLoad({ system, run, key, userId, file }: Omit<ExportBench, 'companyId'>): ExportLoad {
  const [url = ''] = run.gateways;
  const path = (cvId: number, format: string) => signedPath('GET', `/api/v1/cv/${cvId}/export/${format}`, key);
  return {
    url,
    path,
    newCvs: async (count) => {
      const files = Array.from({ length: count }, () => file);
      const imported = await system.vitae<{ id: number }[]>('cv', 'import', '--user', String(userId), ...files);
      return imported.map(({ id }) => id);
    },
    exported: async (cvId, format) => {
      const answer = await fetch(url + path(cvId, format));
      const content = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 200) return content;
      throw new Error(`The export answered ${answer.status}: the measurement says nothing`);
    },
  };
}

/** How fast the items are done, so many at once. */
export async function perSecond<T>(
  items: Iterable<T>,
  atOnce: number,
  one: (item: T) => Promise<unknown>,
): Promise<number> {
  const waiting = [...items];
  const count = waiting.length;
  const started = performance.now();
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await one(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return count / ((performance.now() - started) / 1000);
}
