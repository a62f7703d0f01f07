import { exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import type { DocumentedRoute } from './call-words.ts';
import { defineCall } from './define-call.ts';
import { type ExportRouteDependencies, exportCv, readExport, readExportFile } from './exports.ts';

const cvExportPath = z.object({
  id: z.int().positive(),
  format: z.string().describe(`One of ${exportFormats.join(', ')}.`),
});
const exportPath = z.object({ id: z.string().describe('From the `Location` of an export that was not ready.') });

const exportView = z.strictObject({
  export: z.strictObject({
    id: z.string(),
    format: z.enum(exportFormats),
    state: z.enum(['waiting', 'active', 'completed', 'failed']),
    url: z.string().nullable().describe('Where the file is, to be signed; null until it is there.'),
    expiresAt: z.string().nullable(),
  }),
});

const fileTypes = [
  'application/pdf',
  'application/vnd.oasis.opendocument.text',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'application/json',
] as const;
const file = { description: 'The file', files: fileTypes, headers: ['ETag', 'Content-Disposition'] } as const;

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
        200: file,
        202: { description: 'Not ready yet', schema: exportView, headers: ['Location', 'Retry-After'] },
      },
      errors: ['cv_not_found', 'format_not_supported', 'export_failed', 'export_timed_out'],
      handle: exportCv(exports),
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
      answers: { 200: file },
      errors: ['export_not_found', 'cv_not_found', 'export_not_ready', 'export_failed', 'export_timed_out'],
      handle: readExportFile(exports),
    }),
  ];
}
