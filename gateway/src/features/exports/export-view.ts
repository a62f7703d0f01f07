import { contentAddress, exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import type { Call } from '../../http/request-context.ts';
import type { ExportRecord } from './export-records.ts';
import { exportNotFound, type FoundExport, lookUp } from './export-status.ts';
import type { ExportRouteDependencies } from './exports.ts';
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
export async function viewOf(dependencies: ExportRouteDependencies, found: FoundExport): Promise<ExportView> {
  const { record, job, state, expiresAt } = found;
  const { address: id, format } = record;
  const progress = await dependencies.queue.progress(job);
  const isDone = state === 'completed';
  const url = isDone ? `${dependencies.companyApiUrl}/api/v1/exports/${id}/file` : null;
  const percent = isDone ? 100 : progress.percent;
  return { export: { id, format, state, progress: { ...progress, percent }, url, expiresAt } };
}

/** The export that a call names; that of a CV which was deleted is gone with it, and an archive is made without it. */
export async function findExport(dependencies: ExportRouteDependencies, call: Call): Promise<FoundExport> {
  const record = await findRecord(dependencies, call);
  if (record.cvId !== null) await dependencies.resume.exportHead(record.cvId, call.caller);
  const first = await lookUp(record, dependencies);
  const found = record.cvId === null ? await withoutDeletedCvs(first, call, dependencies) : first;
  if (found.failure) await dependencies.records.close(record.companyId, record.address);
  return found;
}

export async function findRecord({ records }: ExportRouteDependencies, call: Call): Promise<ExportRecord> {
  const id = contentAddress.safeParse(call.params.id);
  const record = id.success ? await records.find(call.caller.companyId, id.data) : undefined;
  if (!record) throw exportNotFound();
  return record;
}
