import type { Caller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { exportAddressOf, exportTemplateVersion } from '../../export-address.ts';
import type { ExportPriority, JobFormat } from '../../export-job.ts';
import type { ResumeClient } from '../resume-client.ts';
import type { ArtifactClient } from './artifact-client.ts';
import { exportError } from './export-error.ts';
import type { ExportQueue } from './export-queue.ts';

export type Exports = {
  /**
   * Exports a CV, or returns the stored file if the CV has not changed since it was exported.
   * @throws {VitaeError} if the export fails (export-error.ts)
   */
  create(cvId: number, format: JobFormat, options: ExportOptions): Promise<ExportOutcome>;
  /** Returns the address of the file of the unchanged CV, or undefined if it is not stored. */
  findStored(cvId: number, format: JobFormat, caller: Caller): Promise<string | undefined>;
};

type ExportOptions = {
  caller: Caller;
  waitMs: number;
  signal: AbortSignal;
  /** Default: `waiting`, or `background` if `waitMs` is 0. */
  priority?: ExportPriority;
};

/**
 * `address` is the address of the file. If the export did not finish within `waitMs`, `ready` is false, and `address` is
 * the expected address, which is also the id of the job.
 */
type ExportOutcome = { ready: boolean; address: string };

export type ExportsDependencies = {
  resume: ResumeClient;
  queue: ExportQueue;
  artifacts: ArtifactClient;
  /** Tests use other versions than that of this release. */
  templateVersion?: number;
};

/** How often an export is attempted while its CV changes. */
const MAX_ATTEMPTS = 3;

export function createExports(dependencies: ExportsDependencies): Exports {
  const { resume, queue, artifacts, templateVersion = exportTemplateVersion } = dependencies;
  const currentAddress = async (cvId: number, format: JobFormat, caller: Caller) =>
    exportAddressOf(await resume.exportHead(cvId, caller), format, templateVersion);
  return {
    findStored: async (cvId, format, caller) => {
      const address = await currentAddress(cvId, format, caller);
      return (await artifacts.exists(address)) ? address : undefined;
    },
    create: async (cvId, format, { caller, waitMs, signal, priority }) => {
      const wait = { waitMs, signal, priority: priority ?? (waitMs > 0 ? 'waiting' : 'background') } as const;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const address = await currentAddress(cvId, format, caller);
        if (await artifacts.exists(address)) return { ready: true, address };
        const { companyId, requestId } = caller;
        const request = { cvId, companyId, format, address, templateVersion, requestId };
        const job = await queue.run(request, wait);
        if (job.state === 'failed') throw exportError(job.failure);
        if (job.state !== 'completed') return { ready: false, address };
        // Files at other addresses are not used, because a process with access to the queue could have written them.
        const isExpected = job.result.address === address;
        if (isExpected && job.isNew) artifacts.markStored(address);
        if (isExpected && (job.isNew || (await artifacts.exists(address)))) return { ready: true, address };
        // The CV changed before it was read, or the job finished earlier and its file has expired.
        await queue.discard(address, job.result);
      }
      throw unavailable('service_unavailable', 'The CV changes too often to be exported. Try again shortly.');
    },
  };
}
