import { buildDocument } from '@vitae/document/build-document';
import type { Clock } from '@vitae/kit/clock';
import { inSpan } from '@vitae/kit/tracing';
import type { ExportPayload, ExportProgress, ExportResult } from '@vitae/proto/export-job';
import type { Artifact, ArtifactStore } from './artifact-store.ts';
import { ExportError } from './export-error.ts';
import type { Format, Renderers } from './formats/format.ts';
import { rejectOnCancel } from './reject-on-cancel.ts';
import type { ReadSource } from './source-client.ts';

export type ExportDeps = {
  formatOf: (id: ExportPayload['format']) => Format | undefined;
  readSource: ReadSource;
  store: ArtifactStore;
  renderers: Renderers;
  clock: Clock;
};

export type ExportCv = (payload: ExportPayload, run: ExportContext) => Promise<ExportResult>;

export type ExportContext = {
  requestId: string;
  report(progress: ExportProgress): void;
  /** Ends the export as cancelled. */
  signal: AbortSignal;
};

/**
 * Makes and stores one file, unless it is there already. It goes under the address of what was
 * read, which is not the one that was asked for when the CV was changed meanwhile.
 */
export function createExportCv({ formatOf, readSource, store, renderers: tools, clock }: ExportDeps): ExportCv {
  // Who is told of a file has its whole time to fetch or to pack it.
  const reuse = (address: string) => store.renew(address).catch(storeUnavailable);
  return async (payload, { requestId, report, signal }) => {
    const format = formatOf(payload.format);
    if (!format) throw new ExportError('unsupported_format', `This worker makes no ${payload.format} files.`);
    report({ stage: 'reading', percent: 5 });
    const caller = { companyId: payload.companyId, userId: payload.userId ?? 0, applicationId: 0, requestId };
    // Read at once: who adds a job has looked for the file, and it is seldom there.
    const reading = readSource(caller, payload.cvId, payload.format);
    reading.catch(() => undefined);
    const asked = payload.address && (await rejectOnCancel(reuse(payload.address), signal));
    if (asked) return resultOf(asked, true);

    const { source, address } = await rejectOnCancel(reading, signal);
    const stored = address === payload.address ? undefined : await reuse(address);
    if (stored) return resultOf(stored, true);

    report({ stage: 'rendering', percent: 20 });
    const model = buildDocument(source, clock.now());
    const make = () => rejectOnCancel(format.render({ model, source }, endedBy(signal, tools)), signal);
    const content = await inSpan('render', { attributes: { 'vitae.format': format.id } }, make);

    report({ stage: 'storing', percent: 90 });
    const fileName = `${model.fileName}.${format.extension}`;
    const artifact = { address, format: format.id, contentType: format.contentType, fileName, content };
    return resultOf(await inSpan('store', {}, () => store.save(artifact)).catch(storeUnavailable), false);
  };
}

/** The tools, whose work is given up with the signal. */
function endedBy(signal: AbortSignal, { printer, office }: Renderers): Renderers {
  return {
    office: { ...office, convert: (docx, to) => office.convert(docx, to, signal) },
    printer: {
      ...printer,
      print: (html) => printer.print(html, signal),
      screenshot: (html, size) => printer.screenshot(html, size, signal),
    },
  };
}

function storeUnavailable(cause: unknown): never {
  throw new ExportError('store_unavailable', 'The file cannot be stored at the moment.', cause);
}

function resultOf({ expiresAt, ...artifact }: Artifact, reused: boolean): ExportResult {
  return { ...artifact, expiresAt: new Date(expiresAt).toISOString(), reused };
}
