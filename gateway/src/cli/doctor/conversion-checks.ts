import { VitaeError } from '@vitae/kit/errors';
import { createExports } from '@vitae/proto/clients/exports/exports';
import { type ExportFormat, exportFormats } from '@vitae/proto/export-job';
import { callerFor } from '../caller-for.ts';
import { type Check, ok, problem, reasonOf, skipped } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';

const WAIT_MS = 60_000;
const TIMEOUT_MS = WAIT_MS + 10_000;

/** How the files of each format begin. */
const STARTS: Record<ExportFormat, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  odt: Buffer.from('PK'),
  doc: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
  docx: Buffer.from('PK'),
  txt: Buffer.of(),
  json: Buffer.from('{'),
};

/** Exports a CV as the gateway does. The file expires like that of any other export. */
export const conversionChecks: Check[] = exportFormats.map((format) => ({
  name: `Conversion to ${format.toUpperCase()}`,
  timeoutMs: TIMEOUT_MS,
  run: async (context) => {
    const cv = context.options.cv ?? context.run?.demo?.cvIds[0];
    if (cv === undefined) return skipped('No CV was given.', 'Add --cv ID, and --company ID of its company.');
    try {
      return await convert(context, cv, format);
    } catch (error) {
      const { code, reason } = VitaeError.from(error);
      if (reason === 'cv_not_found')
        return problem(
          `There is no CV ${cv}.`,
          'Give the id of an existing CV with --cv, and its company with --company.',
        );
      if (['database_unavailable', 'redis_unavailable'].includes(reason)) throw error;
      return problem(
        `The conversion failed: ${reasonOf(error)} (${reason || code}).`,
        'Check the log of the export workers, and the reasons in docs/export-queue.md.',
      );
    }
  },
}));

async function convert(context: DoctorContext, cv: number, format: ExportFormat) {
  const [services, { queue, artifacts }, { companies }] = await Promise.all([
    context.services(),
    context.exports(),
    context.stores(),
  ]);
  const { resume } = services;
  const company =
    context.options.company ?? (context.options.cv === undefined ? context.run?.demo?.companyId : undefined);
  const caller = await callerFor({ cv, company }, companies, resume);
  const exports = createExports({ resume, queue, artifacts });
  const stored = await exports.findStored(cv, format, caller);
  const signal = AbortSignal.timeout(WAIT_MS);
  const { ready, address } = await exports.create(cv, format, { caller, waitMs: WAIT_MS, signal });
  if (!ready)
    return problem(
      `The conversion did not finish within ${WAIT_MS / 1_000} s.`,
      'Check that export workers run and are not overloaded (export queue).',
    );
  const start = STARTS[format];
  const [begins, bytes] = await read(await artifacts.read(address), start.length);
  if (!begins.equals(start))
    return problem(`The file is not a ${format.toUpperCase()} file.`, 'Check the export workers.');
  return ok(stored === undefined ? `${bytes} bytes` : `${bytes} bytes, converted earlier and still stored`);
}

/** Returns the start and the size of a file. */
async function read(body: ReadableStream<Uint8Array>, length: number): Promise<[Buffer, number]> {
  let begins = Buffer.alloc(0);
  let bytes = 0;
  for await (const part of body) {
    if (begins.length < length) begins = Buffer.concat([begins, part]).subarray(0, length);
    bytes += part.length;
  }
  return [begins, bytes];
}
