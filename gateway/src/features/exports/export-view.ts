import { jsonResponse } from '@vitae/kit/http/response';
import { contentAddress, exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import type { RequestContext } from '../../http/request-context.ts';
import type { ExportRecord } from './export-records.ts';
import { exportNotFound, type FoundExport, lookUp } from './export-status.ts';
import type { ExportDependencies } from './exports.ts';
import { withoutDeletedCvs } from './rebuild-archive.ts';

/** An export as a client is told of it. */
export const exportView = z.strictObject({
  export: z.strictObject({
    id: z.string(),
    format: z.enum(exportFormats),
    state: z.enum(['waiting', 'active', 'completed', 'failed']),
    progress: z.strictObject({
      percent: z.int().min(0).max(100),
      ahead: z.int().nonnegative().nullable().describe('How many exports are made before it, while it waits.'),
      items: z
        .strictObject({ total: z.int(), done: z.int(), failed: z.int() })
        .nullable()
        .describe('Of a batch: how many CVs, with a file, and without one for good.'),
    }),
    url: z.string().nullable().describe('Where the file is, to be signed; null until it is there.'),
    expiresAt: z.string().nullable(),
  }),
});
export type ExportView = z.infer<typeof exportView>;

/** One that was asked for just now. */
export function waitingView({ address, format }: Pick<ExportRecord, 'address' | 'format'>): ExportView {
  const progress = { percent: 0, ahead: null, items: null };
  return { export: { id: address, format, state: 'waiting', progress, url: null, expiresAt: null } };
}

/** What a company is told of an export of its own. */
export async function viewOf(dependencies: ExportDependencies, found: FoundExport): Promise<ExportView> {
  const { record, job, state, expiresAt } = found;
  const { address: id, format } = record;
  const progress = await dependencies.exportQueue.progress(job);
  const isDone = state === 'completed';
  const url = isDone ? `${dependencies.companyApiUrl}/api/v1/exports/${id}/file` : null;
  const percent = isDone ? 100 : progress.percent;
  return { export: { id, format, state, progress: { ...progress, percent }, url, expiresAt } };
}

/** The export that a call names; that of a CV which was deleted is gone with it, and an archive is made without it. */
export async function findExport(dependencies: ExportDependencies, context: RequestContext): Promise<FoundExport> {
  const record = await findRecord(dependencies, context);
  if (record.cvId !== null) await dependencies.resume.exportHead(record.cvId, context.caller);
  const first = await lookUp(record, dependencies);
  const found = record.cvId === null ? await withoutDeletedCvs(first, context, dependencies) : first;
  if (found.failure) await dependencies.exportRecords.close(record.companyId, record.address);
  return found;
}

export async function findRecord(
  { exportRecords }: ExportDependencies,
  context: RequestContext,
): Promise<ExportRecord> {
  const id = contentAddress.safeParse(context.params.id);
  const record = id.success ? await exportRecords.find(context.caller.companyId, id.data) : undefined;
  if (!record) throw exportNotFound();
  return record;
}

export function acceptedResponse(
  record: Pick<ExportRecord, 'address' | 'format'>,
  headers: Record<string, string> = {},
) {
  return jsonResponse(waitingView(record), 202, {
    Location: `/api/v1/exports/${record.address}`,
    'Retry-After': 1,
    ...headers,
  });
}

export const acceptedSpec = {
  description: 'Not ready yet',
  schema: exportView,
  headers: ['Location', 'Retry-After'],
} as const;
