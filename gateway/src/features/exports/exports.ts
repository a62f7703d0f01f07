import { conflict } from '@vitae/kit/errors';
import { type Answer, jsonAnswer, noContent } from '@vitae/kit/http/answer';
import type { Artifacts } from '@vitae/proto/clients/exports/artifacts';
import { exportError, formatNotSupported } from '@vitae/proto/clients/exports/export-error';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { type ExportFormat, exportFormats } from '@vitae/proto/export-job';
import type { Call, Handler } from '../../http/request-context.ts';
import type { ExportRecords } from './export-records.ts';
import { findExport, findRecord, viewOf, waitingView } from './export-view.ts';

export type ExportRouteDependencies = {
  exports: Exports;
  queue: ExportQueue;
  artifacts: Artifacts;
  records: ExportRecords;
  resume: ResumeClient;
  /** How long a call waits before it answers 202. */
  waitMs: number;
  /** Public address of the company API. */
  companyApiUrl: string;
};

/** GET /cv/{id}/export/{format}: the file, or 202 and where to come back. */
export function exportCv({ exports, artifacts, records, waitMs }: ExportRouteDependencies) {
  return async (call: Call & { path: { id: number } }): Promise<Answer> => {
    const cvId = call.path.id;
    const format = formatParameter(call);
    const respondAsync = /(^|,)\s*respond-async\s*(;|,|$)/i.test(call.request.header('prefer') ?? '');
    const { caller } = call;
    const { ready, address } = await exports.make(cvId, format, {
      caller,
      waitMs: respondAsync ? 0 : waitMs,
      signal: untilClientLeaves(call),
    });
    if (ready) return fileAnswer(artifacts, address);
    const record = { companyId: caller.companyId, address, cvId, format };
    await records.put(record);
    return acceptedAnswer(record, respondAsync ? { 'Preference-Applied': 'respond-async' } : {});
  };
}

/** GET /exports/{id} */
export function readExport(dependencies: ExportRouteDependencies): Handler {
  return async (call) => {
    const view = await viewOf(dependencies, await findExport(dependencies, call));
    return jsonAnswer(view, 200, view.export.url ? {} : { 'Retry-After': 1 });
  };
}

/** GET /exports/{id}/file */
export function readExportFile(dependencies: ExportRouteDependencies): Handler {
  return async (call) => {
    const { state, address, failure } = await findExport(dependencies, call);
    if (failure) throw exportError(failure);
    if (state !== 'completed') throw conflict('export_not_ready', 'The export is not ready yet.');
    return fileAnswer(dependencies.artifacts, address);
  };
}

/** DELETE /exports/{id}: what is not made yet is not made; what is, is forgotten. */
export function deleteExport(dependencies: ExportRouteDependencies): Handler {
  return async (call) => {
    const { companyId, address, again } = await findRecord(dependencies, call);
    const { queue, records } = dependencies;
    await queue.cancel(address);
    if (again) await queue.cancel(again.job);
    const removed = await records.remove(companyId, address);
    // Another call may have had it packed again meanwhile.
    if (removed?.again && removed.again.job !== again?.job) await queue.cancel(removed.again.job);
    return noContent();
  };
}

/** 202, and where to come back. */
export function acceptedAnswer(record: Parameters<typeof waitingView>[0], headers: Record<string, string> = {}) {
  return jsonAnswer(waitingView(record), 202, {
    Location: `/api/v1/exports/${record.address}`,
    'Retry-After': 1,
    ...headers,
  });
}

function fileAnswer(artifacts: Artifacts, address: string): Answer {
  return { stream: (request, response) => artifacts.stream(address, request, response) };
}

function formatParameter(call: Call): ExportFormat {
  const format = exportFormats.find((one) => one === call.params.format);
  if (!format) throw formatNotSupported();
  return format;
}

function untilClientLeaves(call: Call): AbortSignal {
  const controller = new AbortController();
  call.request.res?.once('close', () => controller.abort());
  return controller.signal;
}
