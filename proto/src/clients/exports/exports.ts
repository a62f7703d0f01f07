import type { Caller } from '@vitae/kit/caller';
import { exportAddressOf } from '../../export-address.ts';
import type { ExportPriority, JobFormat } from '../../export-job.ts';
import type { ResumeClient } from '../resume-client.ts';
import type { Artifacts } from './artifacts.ts';
import { exportError } from './export-error.ts';
import type { ExportQueue } from './export-queue.ts';

/** Exports of CVs: what is stored is found by its content's address, what is not is made. */
export type Exports = {
  /** Where the file is, or `ready: false` when it was not made within `waitMs`. */
  make(cvId: number, format: JobFormat, options: MakeOptions): Promise<MadeExport>;
};

export type MakeOptions = {
  caller: Caller;
  waitMs: number;
  signal: AbortSignal;
  /** When nothing is said: that of a caller who waits, or who comes back for it. */
  priority?: ExportPriority;
};
export type MadeExport = { ready: boolean; address: string };

export type ExportsDependencies = { resume: ResumeClient; queue: ExportQueue; artifacts: Artifacts };

export function createExports({ resume, queue, artifacts }: ExportsDependencies): Exports {
  return {
    make: async (cvId, format, { caller, waitMs, signal, priority }) => {
      const address = exportAddressOf(await resume.exportHead(cvId, caller), format);
      if (await artifacts.stored(address)) return { ready: true, address };
      const request = { cvId, companyId: caller.companyId, format, address, requestId: caller.requestId };
      const wait = { waitMs, signal, priority: priority ?? (waitMs > 0 ? 'waiting' : 'background') } as const;
      let state = await queue.run(request, wait);
      if (state.state === 'completed' && state.isNew) artifacts.justMade(state.result.address);
      else if (state.state === 'completed' && !(await artifacts.stored(state.result.address))) {
        await queue.discard(address, state.result);
        state = await queue.run(request, wait);
      }
      if (state.state === 'failed') throw exportError(state.failure);
      return state.state === 'completed' ? { ready: true, address: state.result.address } : { ready: false, address };
    },
  };
}
