import type { Caller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { exportAddressOf } from '../../export-address.ts';
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
};

export type ExportOptions = {
  caller: Caller;
  waitMs: number;
  signal: AbortSignal;
  /** Default: `waiting`, or `background` if `waitMs` is 0. */
  priority?: ExportPriority;
};

/** `ready` is false if the export did not finish within `waitMs`. The file will be stored at `address`. */
export type ExportOutcome = { ready: boolean; address: string };

export type ExportsDependencies = { resume: ResumeClient; queue: ExportQueue; artifacts: ArtifactClient };

/** How often a CV may change during its export. */
const MAX_ATTEMPTS = 3;

export function createExports({ resume, queue, artifacts }: ExportsDependencies): Exports {
  return {
    create: async (cvId, format, { caller, waitMs, signal, priority }) => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const address = exportAddressOf(await resume.exportHead(cvId, caller), format);
        if (await artifacts.exists(address)) return { ready: true, address };
        const request = { cvId, companyId: caller.companyId, format, address, requestId: caller.requestId };
        const wait = { waitMs, signal, priority: priority ?? (waitMs > 0 ? 'waiting' : 'background') } as const;
        const state = await queue.run(request, wait);
        if (state.state === 'failed') throw exportError(state.failure);
        if (state.state !== 'completed') return { ready: false, address };
        if (state.result.address === address && state.isNew) {
          artifacts.markStored(address);
          return { ready: true, address };
        }
        // Either the file has expired, or the CV changed before it was read. Other addresses are not used, because a
        // process with access to the queue could have written them.
        if (state.result.address !== address || !(await artifacts.exists(address)))
          await queue.discard(address, state.result);
        else return { ready: true, address };
      }
      throw unavailable('service_unavailable', 'The CV changes too often to be exported. Try again shortly.');
    },
  };
}
