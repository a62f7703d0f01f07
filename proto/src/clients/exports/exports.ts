import type { Caller } from '@vitae/kit/caller';
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

export function createExports({ resume, queue, artifacts }: ExportsDependencies): Exports {
  return {
    create: async (cvId, format, { caller, waitMs, signal, priority }) => {
      const address = exportAddressOf(await resume.exportHead(cvId, caller), format);
      if (await artifacts.exists(address)) return { ready: true, address };
      const request = { cvId, companyId: caller.companyId, format, address, requestId: caller.requestId };
      const wait = { waitMs, signal, priority: priority ?? (waitMs > 0 ? 'waiting' : 'background') } as const;
      let state = await queue.run(request, wait);
      if (state.state === 'completed' && state.isNew) artifacts.markStored(state.result.address);
      else if (state.state === 'completed' && !(await artifacts.exists(state.result.address))) {
        await queue.discard(address, state.result);
        state = await queue.run(request, wait);
      }
      if (state.state === 'failed') throw exportError(state.failure);
      return state.state === 'completed' ? { ready: true, address: state.result.address } : { ready: false, address };
    },
  };
}
