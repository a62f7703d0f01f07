import { conflict, notFound } from '@vitae/kit/errors';
import { contentAddress, type ExportFormat, exportFormats } from '@vitae/proto/export-job';
import type { ResumeClient } from '../clients/resume-client.ts';
import type { Artifacts } from '../exports/artifacts.ts';
import { exportError, formatNotSupported } from '../exports/export-error.ts';
import type { ExportQueue } from '../exports/export-queue.ts';
import type { ExportRecord, ExportRecords } from '../exports/export-records.ts';
import type { Exports } from '../exports/exports.ts';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import type { Call, Handler } from './call.ts';

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

/** An export as a client is told of it. */
export type ExportView = {
  id: string;
  format: ExportFormat;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  url: string | null;
  expiresAt: string | null;
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
    await records.put({ companyId: caller.companyId, address, cvId, format });
    const headers = {
      Location: `/api/v1/exports/${address}`,
      'Retry-After': 1,
      ...(respondAsync ? { 'Preference-Applied': 'respond-async' } : {}),
    };
    const view: ExportView = { id: address, format, state: 'waiting', url: null, expiresAt: null };
    return jsonAnswer({ export: view }, 202, headers);
  };
}

/** GET /exports/{id} */
export function readExport(dependencies: ExportRouteDependencies): Handler {
  return async (call) => {
    const { record, ...found } = await findExport(dependencies, call);
    const url =
      found.state === 'completed' ? `${dependencies.companyApiUrl}/api/v1/exports/${record.address}/file` : null;
    const view: ExportView = {
      id: record.address,
      format: record.format,
      state: found.state,
      url,
      expiresAt: found.expiresAt,
    };
    return jsonAnswer({ export: view }, 200, url ? {} : { 'Retry-After': 1 });
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

async function findExport({ records, queue, artifacts, resume }: ExportRouteDependencies, call: Call) {
  const id = contentAddress.safeParse(call.params.id);
  const record = id.success ? await records.find(call.caller.companyId, id.data) : undefined;
  if (!record) throw exportNotFound();
  // A CV that was deleted takes its exports with it.
  await resume.call.GetExportSource({ id: record.cvId, addressOnly: true }, { caller: call.caller });
  return { record, ...(await stateOf(record, queue, artifacts)) };
}

async function stateOf({ address }: ExportRecord, queue: ExportQueue, artifacts: Artifacts) {
  const found = await queue.state(address);
  const nothing = { address, expiresAt: null, failure: undefined };
  if (found?.state === 'failed') return { ...nothing, state: found.state, failure: found.failure };
  if (found?.state === 'waiting' || found?.state === 'active') return { ...nothing, state: found.state };
  const stored = found?.result.address ?? address;
  if (!(await artifacts.stored(stored))) throw exportNotFound();
  return { ...nothing, state: 'completed' as const, address: stored, expiresAt: found?.result.expiresAt ?? null };
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

function exportNotFound() {
  return notFound('export_not_found', 'There is no such export, or its file is no longer kept.');
}
