import { buildDocument } from '@vitae/document/build-document';
import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { inSpan } from '@vitae/kit/tracing';
import type { CheckExportGrant } from '@vitae/proto/export-grant';
import type { ExportPayload, ExportProgress, ExportResult, PageLayout } from '@vitae/proto/export-job';
import type { SignReceipt } from '@vitae/proto/export-receipt';
import { rejectOnCancel } from './abort-and-timeout.ts';
import type { Artifact, ArtifactStore } from './artifacts/artifact-store.ts';
import { exportErrorOf } from './browser/browser-errors.ts';
import { ExportError, rejectedGrant } from './export-error.ts';
import type { Format, RenderEvents, Renderers } from './formats/format.ts';
import { receiptOf } from './receipt.ts';
import type { ReadSource } from './source-client.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

type ExportDeps = {
  formatOf: (id: ExportPayload['format']) => Format | undefined;
  checkGrant: CheckExportGrant;
  readSource: ReadSource;
  store: ArtifactStore;
  renderers: Renderers;
  signReceipt: SignReceipt;
  metrics: Pick<WorkerMetrics, 'recordRender' | 'recordUnfitted'>;
  clock: Clock;
};

export type ExportCv = (payload: ExportPayload, context: ExportContext) => Promise<ExportResult>;

type ExportContext = {
  /** The ids of the job and of its batch. A grant may be bound to either. */
  grantJobIds: readonly (string | undefined)[];
  requestId: string;
  /** Adds the job to each line. */
  log: Pick<Logger, 'warn'>;
  report(progress: ExportProgress): void;
  /** Cancels the export. */
  signal: AbortSignal;
};

/**
 * Renders and stores one file, or returns the stored one. The result has the address of the CV's current content, which
 * differs from the requested address if the CV was modified after the request. Throws ExportError.
 */
export function exportCv({
  formatOf,
  checkGrant,
  readSource,
  store,
  renderers,
  signReceipt,
  metrics,
  clock,
}: ExportDeps): ExportCv {
  // Renewing gives the client the full retention time to download the file.
  const reuse = (address: string) => store.renew(address).catch(throwStoreUnavailable);
  return async (payload, { requestId, log, report, signal, grantJobIds }) => {
    const rejection = await checkGrant(payload.grant, { ...payload, jobs: grantJobIds });
    if (rejection) throw rejectedGrant(rejection);
    const format = formatOf(payload.format);
    if (!format)
      throw new ExportError('unsupported_format', `This worker does not support the format ${payload.format}.`);
    report({ stage: 'reading', percent: 5 });
    const caller = { companyId: payload.companyId, userId: payload.userId ?? 0, applicationId: 0, requestId };
    // The address of the CV is needed even if the requested file is stored, so both are read in parallel.
    const reading = readSource(caller, payload);
    reading.catch(() => undefined);
    const requestedFile = payload.address && (await rejectOnCancel(reuse(payload.address), signal));
    const { source, address } = await rejectOnCancel(reading, signal);
    // Other producers can send any address: use the file only if the address belongs to this CV.
    const storedFile = address === payload.address ? requestedFile : await reuse(address);
    if (storedFile) return resultOf(storedFile, true);

    report({ stage: 'rendering', percent: 20 });
    const model = buildDocument(source, clock.now(), { asStored: format.id === 'txt' });
    let layout: PageLayout | undefined;
    const events: RenderEvents = {
      onLayout: (chosen) => {
        layout = chosen;
      },
      onUnfitted: reportUnfitted(format.id, metrics, log),
    };
    const render = () =>
      rejectOnCancel(format.render({ model, source }, cancellable(renderers, signal), events), signal);
    const renderedFrom = performance.now();
    const content = await inSpan('render', { attributes: { 'vitae.format': format.id } }, render);
    metrics.recordRender(format.id, performance.now() - renderedFrom);

    report({ stage: 'storing', percent: 90 });
    const receipt = await signReceipt(receiptOf(model, { address, format: format.id, content, layout }));
    const fileName = `${model.fileName}.${format.extension}`;
    const artifact = {
      address,
      format: format.id,
      contentType: format.contentType,
      fileName,
      companyId: payload.companyId,
      cvId: payload.cvId,
      ...(layout && { layout }),
      receipt,
      content,
    };
    return resultOf(await inSpan('store', {}, () => store.save(artifact)).catch(throwStoreUnavailable), false);
  };
}

/** Returns a function that reports a word processor file whose pages the browser failed to measure. */
function reportUnfitted(format: string, { recordUnfitted }: ExportDeps['metrics'], log: ExportContext['log']) {
  return (error: unknown) => {
    const { reason } = exportErrorOf(error);
    recordUnfitted(format, reason);
    log.warn({ reason, err: error }, 'The browser did not measure the pages: the file has the spacing of its template');
  };
}

/** Passes the signal to every render operation. */
function cancellable({ printer, office }: Renderers, signal: AbortSignal): Renderers {
  return {
    office: { ...office, convert: (docx, to) => office.convert(docx, to, signal) },
    printer: {
      ...printer,
      print: (html, options) => printer.print(html, { ...options, signal }),
      measure: (html, measure) => printer.measure(html, measure, signal),
      screenshot: (html, size) => printer.screenshot(html, size, signal),
    },
  };
}

export function throwStoreUnavailable(cause: unknown): never {
  if (cause instanceof ExportError) throw cause;
  throw new ExportError('store_unavailable', 'The file store is temporarily unavailable.', cause);
}

/** Returns the result of a job: the artifact without the ids of its company and CVs. */
export function resultOf(
  { expiresAt, companyId: _company, cvId: _cv, cvIds: _archivedCvs, ...artifact }: Artifact,
  reused: boolean,
): ExportResult {
  return { ...artifact, expiresAt: new Date(expiresAt).toISOString(), reused };
}
