import { conflict, notFound } from '@vitae/kit/errors';
import { type ApiResponse, abortOnDisconnect, jsonResponse, noContent } from '@vitae/kit/http/response';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import { exportError, formatNotSupported } from '@vitae/proto/clients/exports/export-error';
import { type ExportFormat, exportFormats } from '@vitae/proto/export-job';
import { decodeReceipt, exportReceipt } from '@vitae/proto/export-receipt';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { type ExportDependencies, findRecord, refreshExport } from './export-status.ts';
import { acceptedResponse, acceptedSpec, exportPath, exportView, viewOf } from './export-view.ts';

const cvExportPath = z.object({
  id: z.int().positive(),
  format: z.string().describe(`One of ${exportFormats.join(', ')}.`),
});

const typeOf: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  odt: 'application/vnd.oasis.opendocument.text',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  json: 'application/json',
};
const fileTypes = Object.values(typeOf);
const fileHeaders = ['ETag', 'Content-Disposition'] as const;

/** A request for several ranges receives the whole file (RFC 9110 section 14.2). */
function fileResponses(files: readonly string[]) {
  return {
    200: { description: 'The file', files, headers: fileHeaders },
    206: { description: 'The requested range', files, headers: [...fileHeaders, 'Content-Range'] },
    307: {
      description:
        'The file is at `Location` for a minute, if the operator has enabled downloads from the object storage',
      headers: ['Location'],
    },
    416: { description: 'The range starts after the end of the file', headers: ['Content-Range'] },
  } as const;
}

export const exportCv = defineOperation({
  group: 'Exports',
  summary: 'Export a CV',
  description:
    'Waits until the file is ready. Responds 202 with the address of the export if that takes too long, or if the request has `Prefer: respond-async`.',
  path: cvExportPath,
  responses: {
    ...fileResponses(fileTypes),
    202: acceptedSpec,
  },
  errors: ['cv_not_found', 'format_not_supported', 'export_failed', 'export_timed_out', 'export_cancelled'],
  handle: async (context, { exports, artifacts, exportRecords, exportWaitMs }: ExportDependencies) => {
    const { caller, path, request } = context;
    const format = formatOf(path.format);
    if (request.method === 'HEAD') {
      const stored = await exports.findStored(path.id, format, caller);
      return stored === undefined ? headersOf(format) : fileResponse(artifacts, stored);
    }
    const respondAsync = /(^|,)\s*respond-async\s*(;|,|$)/i.test(request.header('prefer') ?? '');
    const { ready, address } = await exports.create(path.id, format, {
      caller,
      waitMs: respondAsync ? 0 : exportWaitMs,
      signal: abortOnDisconnect(request),
    });
    // With an address, clients can read the receipt.
    if (ready && !respondAsync) return fileResponse(artifacts, address);
    const record = { companyId: caller.companyId, exportId: address, cvId: path.id, format };
    await exportRecords.put(record);
    return acceptedResponse(record, respondAsync ? { 'Preference-Applied': 'respond-async' } : {});
  },
});

export const getExport = defineOperation({
  group: 'Exports',
  summary: 'Get an export',
  path: exportPath,
  responses: { 200: { description: 'The export', schema: exportView, headers: ['Retry-After'] } },
  errors: ['export_not_found', 'cv_not_found', 'archive_outdated'],
  handle: async (context, dependencies: ExportDependencies) => {
    const view = await viewOf(await refreshExport(context, dependencies), dependencies);
    return jsonResponse(view, 200, view.export.url ? {} : { 'Retry-After': 1 });
  },
});

export const getExportFile = defineOperation({
  group: 'Exports',
  summary: 'Download the file of an export',
  path: exportPath,
  responses: fileResponses([...fileTypes, 'application/zip']),
  errors: [
    'export_not_found',
    'cv_not_found',
    'export_not_ready',
    'archive_outdated',
    'export_failed',
    'export_timed_out',
    'export_cancelled',
  ],
  handle: async (context, dependencies: ExportDependencies) => {
    return fileResponse(dependencies.artifacts, await readyFile(context, dependencies));
  },
});

const receiptView = z.strictObject({
  receipt: exportReceipt,
  token: z.string().describe('The receipt as a JSON Web Token, which an export worker signed with Ed25519 (`EdDSA`).'),
});

export const getExportReceipt = defineOperation({
  group: 'Exports',
  summary: 'Get the receipt of an export',
  description:
    'Describes the file: its size, pages, fonts, accessibility, and whether its text has the order of the CV.',
  path: exportPath,
  responses: { 200: { description: 'The receipt', schema: receiptView } },
  errors: [
    'export_not_found',
    'receipt_not_found',
    'cv_not_found',
    'export_not_ready',
    'archive_outdated',
    'export_failed',
    'export_timed_out',
    'export_cancelled',
  ],
  handle: async (context, dependencies: ExportDependencies) => {
    const token = await dependencies.artifacts.receipt(await readyFile(context, dependencies));
    const receipt = token && decodeReceipt(token);
    if (!receipt) throw notFound('receipt_not_found', 'There is no receipt for the file of this export.');
    return jsonResponse({ receipt, token });
  },
});

/** Returns the address of the file of an export. */
async function readyFile(context: RequestContext, dependencies: ExportDependencies): Promise<string> {
  const { state, fileAddress, failure } = await refreshExport(context, dependencies);
  if (failure) throw exportError(failure);
  if (state !== 'completed') throw conflict('export_not_ready', 'The export is not ready yet.');
  return fileAddress;
}

export const deleteExport = defineOperation({
  group: 'Exports',
  summary: 'Delete an export',
  description:
    'Cancels an unfinished export for all requests of your company that wait for the same file. A finished export is removed; its file expires.',
  path: exportPath,
  responses: { 204: { description: 'Deleted' } },
  errors: ['export_not_found'],
  handle: async (context, dependencies: ExportDependencies) => {
    const { companyId, exportId, rebuild } = await findRecord(context, dependencies);
    const { exportQueue, exportRecords } = dependencies;
    await exportQueue.cancel(exportId);
    if (rebuild) await exportQueue.cancel(rebuild.jobId);
    const removed = await exportRecords.remove(companyId, exportId);
    // A concurrent request may have started a rebuild.
    if (removed?.rebuild && removed.rebuild.jobId !== rebuild?.jobId) await exportQueue.cancel(removed.rebuild.jobId);
    return noContent();
  },
});

function fileResponse(artifacts: ArtifactClient, fileAddress: string): ApiResponse {
  return { stream: (request, response) => artifacts.stream(fileAddress, request, response, { acceptsRedirect: true }) };
}

/** The headers that are known without rendering the file (RFC 9110 section 9.3.2). */
function headersOf(format: ExportFormat): ApiResponse {
  return { stream: async (_request, response) => void response.status(200).type(typeOf[format]).end() };
}

function formatOf(text: string): ExportFormat {
  const format = exportFormats.find((one) => one === text);
  if (!format) throw formatNotSupported();
  return format;
}
