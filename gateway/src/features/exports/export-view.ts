import { jsonResponse } from '@vitae/kit/http/response';
import { exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import type { ExportRecord } from './export-record-store.ts';
import type { ExportDependencies, ExportStatus } from './export-status.ts';

export const exportPath = z.object({ id: z.string().describe('The id in the `Location` of a 202 response.') });

/** The public shape of an export. */
export const exportView = z.strictObject({
  export: z.strictObject({
    id: z.string(),
    format: z.enum(exportFormats),
    state: z.enum(['waiting', 'active', 'completed', 'failed']),
    progress: z.strictObject({
      percent: z.int().min(0).max(100),
      ahead: z.int().nonnegative().nullable().describe('Number of exports ahead of this one while it is waiting.'),
      items: z
        .strictObject({ total: z.int(), done: z.int(), failed: z.int() })
        .nullable()
        .describe('Batches only: number of CVs, of finished files and of CVs without a file.'),
    }),
    url: z.string().nullable().describe('Address of the file, for a signed request. Null until the file exists.'),
    expiresAt: z.string().nullable(),
  }),
});
type ExportView = z.infer<typeof exportView>;

export async function viewOf(
  { record, jobId, state, expiresAt }: ExportStatus,
  { exportQueue, companyApiUrl }: ExportDependencies,
): Promise<ExportView> {
  const { exportId: id, format } = record;
  const progress = await exportQueue.progress(jobId);
  const isDone = state === 'completed';
  const url = isDone ? `${companyApiUrl}/api/v1/exports/${id}/file` : null;
  const percent = isDone ? 100 : progress.percent;
  return { export: { id, format, state, progress: { ...progress, percent }, url, expiresAt } };
}

export const acceptedSpec = {
  description: 'The file is not ready. Poll the address in `Location`.',
  schema: exportView,
  headers: ['Location', 'Retry-After'],
} as const;

/** Returns a 202 response with the path of the export. */
export function acceptedResponse(
  record: Pick<ExportRecord, 'exportId' | 'format'>,
  headers: Record<string, string> = {},
) {
  const { exportId: id, format } = record;
  const progress = { percent: 0, ahead: null, items: null };
  const view: ExportView = {
    export: { id, format, state: 'waiting', progress, url: null, expiresAt: null },
  };
  return jsonResponse(view, 202, { Location: `/api/v1/exports/${id}`, 'Retry-After': 1, ...headers });
}
