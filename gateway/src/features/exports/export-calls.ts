import { exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { batchInput, exportBatch } from './export-batches.ts';
import { exportView } from './export-view.ts';
import { deleteExport, type ExportRouteDependencies, exportCv, readExport, readExportFile } from './exports.ts';

const cvExportPath = z.object({
  id: z.int().positive(),
  format: z.string().describe(`One of ${exportFormats.join(', ')}.`),
});
const exportPath = z.object({ id: z.string().describe('From the `Location` of an export that was not ready.') });

const fileTypes = [
  'application/pdf',
  'application/vnd.oasis.opendocument.text',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'application/json',
] as const;
const fileHeaders = ['ETag', 'Content-Disposition'] as const;
/** One range of a file is honoured; of several at once none, and the file comes whole (RFC 9110 section 14.2). */
function fileAnswers(files: readonly string[]) {
  return {
    200: { description: 'The file', files, headers: fileHeaders },
    206: { description: 'The bytes that Range asks for', files, headers: [...fileHeaders, 'Content-Range'] },
    416: { description: 'Range begins after the end of the file', headers: ['Content-Range'] },
  } as const;
}
const accepted = {
  description: 'Not ready yet',
  schema: exportView,
  headers: ['Location', 'Retry-After'],
} as const;

/** CVs as files. */
export function exportCalls(exports: ExportRouteDependencies): DocumentedRoute[] {
  return [
    defineCall({
      name: 'cv.export',
      method: 'GET',
      paths: ['/api/v1/cv/:id/export/:format'],
      quota: 'intensive',
      group: 'Exports',
      summary: 'Exports a CV as a file',
      description:
        'Waits for the file. When it takes too long, or the call says `Prefer: respond-async`, it answers 202 and where to come back.',
      path: cvExportPath,
      answers: {
        ...fileAnswers(fileTypes),
        202: accepted,
      },
      errors: ['cv_not_found', 'format_not_supported', 'export_failed', 'export_timed_out', 'export_cancelled'],
      handle: exportCv(exports),
    }),
    defineCall({
      name: 'exports.create',
      method: 'POST',
      paths: ['/api/v1/exports'],
      quota: 'standard',
      group: 'Exports',
      summary: 'Exports many CVs as one archive',
      description:
        'Answers 202 at once. The archive is a ZIP with a file for each CV and `manifest.json`, which says whose file is which and why a CV has none. Exports of single CVs are made before those of batches. At most five batches of a company are under way at once. When a CV in it is deleted later, the archive is packed again without it, as one of these five: until there is room for that, and until it is done, the export is `waiting` or `active`.',
      body: { schema: batchInput },
      idempotent: true,
      answers: { 202: accepted },
      errors: ['idempotency_key_reused', 'too_many_batches'],
      handle: exportBatch(exports),
    }),
    defineCall({
      name: 'exports.delete',
      method: 'DELETE',
      paths: ['/api/v1/exports/:id'],
      quota: 'standard',
      group: 'Exports',
      summary: 'Cancels or forgets an export',
      description:
        'One that is not made yet is cancelled, for everybody who waits for the same file; one that is made is only forgotten.',
      path: exportPath,
      answers: { 204: { description: 'It is no longer there' } },
      errors: ['export_not_found'],
      handle: deleteExport(exports),
    }),
    defineCall({
      name: 'exports.read',
      method: 'GET',
      paths: ['/api/v1/exports/:id'],
      quota: 'standard',
      group: 'Exports',
      summary: 'Tells how far an export is',
      path: exportPath,
      answers: { 200: { description: 'The export', schema: exportView, headers: ['Retry-After'] } },
      errors: ['export_not_found', 'cv_not_found'],
      handle: readExport(exports),
    }),
    defineCall({
      name: 'exports.file',
      method: 'GET',
      paths: ['/api/v1/exports/:id/file'],
      quota: 'standard',
      group: 'Exports',
      summary: 'Reads the file of an export',
      path: exportPath,
      answers: fileAnswers([...fileTypes, 'application/zip']),
      errors: [
        'export_not_found',
        'cv_not_found',
        'export_not_ready',
        'export_failed',
        'export_timed_out',
        'export_cancelled',
      ],
      handle: readExportFile(exports),
    }),
  ];
}
