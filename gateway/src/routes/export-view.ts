import { notFound, VitaeError } from '@vitae/kit/errors';
import { contentAddress, type ExportFailure, exportFormats } from '@vitae/proto/export-job';
import { z } from 'zod';
import type { ExportRecord } from '../exports/export-records.ts';
import type { Call } from './call.ts';
import type { ExportRouteDependencies } from './exports.ts';

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
  const { record, state, expiresAt } = found;
  const { address: id, format } = record;
  const progress = await dependencies.queue.progress(id);
  const isDone = state === 'completed';
  const url = isDone ? `${dependencies.companyApiUrl}/api/v1/exports/${id}/file` : null;
  const percent = isDone ? 100 : progress.percent;
  return { export: { id, format, state, progress: { ...progress, percent }, url, expiresAt } };
}

export type FoundExport = {
  record: ExportRecord;
  state: ExportView['export']['state'];
  /** Where its file is, once it is completed. */
  address: string;
  expiresAt: string | null;
  failure: ExportFailure | undefined;
};

/** The export that a call names; that of a CV which was deleted is gone with it, and so is an archive that holds one. */
export async function findExport(dependencies: ExportRouteDependencies, call: Call): Promise<FoundExport> {
  const record = await findRecord(dependencies, call);
  if (record.cvId !== null)
    await dependencies.resume.call.GetExportSource({ id: record.cvId, addressOnly: true }, { caller: call.caller });
  const found = { record, ...(await stateOf(record, dependencies)) };
  if (found.failure) await dependencies.records.close(record.companyId, record.address);
  if (record.cvId === null && found.state === 'completed') await expectArchivedCvs(dependencies, call, found.address);
  return found;
}

const ASKED_AT_ONCE = 50;

/** The archive stays in the store for its hours; nobody gets it any more. */
async function expectArchivedCvs(
  { artifacts, resume }: ExportRouteDependencies,
  { caller }: Call,
  address: string,
): Promise<void> {
  const cvIds = (await artifacts.archived(address)) ?? [];
  for (let first = 0; first < cvIds.length; first += ASKED_AT_ONCE) {
    const some = cvIds.slice(first, first + ASKED_AT_ONCE);
    const reads = some.map((id) => resume.call.GetExportSource({ id, addressOnly: true }, { caller }));
    await Promise.all(reads).catch((thrown: unknown) => {
      throw VitaeError.from(thrown).code === 'NOT_FOUND' ? exportNotFound() : thrown;
    });
  }
}

export async function findRecord({ records }: ExportRouteDependencies, call: Call): Promise<ExportRecord> {
  const id = contentAddress.safeParse(call.params.id);
  const record = id.success ? await records.find(call.caller.companyId, id.data) : undefined;
  if (!record) throw exportNotFound();
  return record;
}

async function stateOf(record: ExportRecord, { queue, artifacts, records }: ExportRouteDependencies) {
  const { companyId, address, file } = record;
  const nothing = { address, expiresAt: null, failure: undefined };
  // Its job may be gone before it, and the file need not be under the export's own address.
  if (file && (await artifacts.stored(file.address))) return { ...nothing, ...file, state: 'completed' as const };
  const found = await queue.state(address);
  if (found?.state === 'failed') return { ...nothing, state: found.state, failure: found.failure };
  if (found?.state === 'waiting' || found?.state === 'active') return { ...nothing, state: found.state };
  const stored = found?.result.address ?? address;
  if (!(await artifacts.stored(stored))) throw exportNotFound();
  const expiresAt = found?.result.expiresAt ?? null;
  if (expiresAt) await records.close(companyId, address, { address: stored, expiresAt });
  return { ...nothing, state: 'completed' as const, address: stored, expiresAt };
}

export function exportNotFound() {
  return notFound('export_not_found', 'There is no such export, or its file is no longer kept.');
}
