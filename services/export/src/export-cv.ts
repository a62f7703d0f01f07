import { buildDocument } from '@vitae/document/build-document';
import type { Clock } from '@vitae/kit/clock';
import type { ExportPayload, ExportProgress, ExportResult } from '@vitae/proto/export-job';
import type { Artifact, ArtifactStore } from './artifact-store.ts';
import { ExportError } from './failures.ts';
import type { Format, Tools } from './formats/format.ts';
import type { ReadSource } from './source-client.ts';

export type ExportDeps = {
  formatOf: (id: ExportPayload['format']) => Format | undefined;
  readSource: ReadSource;
  store: ArtifactStore;
  tools: Tools;
  clock: Clock;
};

export type ExportCv = (
  payload: ExportPayload,
  requestId: string,
  report: (progress: ExportProgress) => void,
) => Promise<ExportResult>;

/**
 * Makes and stores one file, unless it is there already. It goes under the address of what was
 * read, which is not the one that was asked for when the CV was changed meanwhile.
 */
export function createExportCv({ formatOf, readSource, store, tools, clock }: ExportDeps): ExportCv {
  const find = (address: string) => store.find(address).catch(storeUnavailable);
  return async (payload, requestId, report) => {
    const format = formatOf(payload.format);
    if (!format) throw new ExportError('unsupported_format', `This worker makes no ${payload.format} files.`);
    const asked = payload.address && (await find(payload.address));
    if (asked) return resultOf(asked, true);

    report({ stage: 'reading', percent: 5 });
    const caller = { companyId: payload.companyId, userId: payload.userId ?? 0, applicationId: 0, requestId };
    const { source, address } = await readSource(caller, payload.cvId, payload.format);
    const stored = address === payload.address ? undefined : await find(address);
    if (stored) return resultOf(stored, true);

    report({ stage: 'rendering', percent: 20 });
    const model = buildDocument(source, clock.now());
    const content = await format.make({ model, source }, tools);

    report({ stage: 'storing', percent: 90 });
    const fileName = `${model.fileName}.${format.extension}`;
    const artifact = { address, format: format.id, contentType: format.contentType, fileName, content };
    return resultOf(await store.save(artifact).catch(storeUnavailable), false);
  };
}

function storeUnavailable(cause: unknown): never {
  throw new ExportError('store_unavailable', 'The file cannot be stored at the moment.', cause);
}

function resultOf({ expiresAt, ...artifact }: Artifact, reused: boolean): ExportResult {
  return { ...artifact, expiresAt: new Date(expiresAt).toISOString(), reused };
}
