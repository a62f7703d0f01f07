import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Calls } from '@vitae/kit/grpc-client';
import { exportAddressOf } from '@vitae/proto/export-address';
import type { JobFormat } from '@vitae/proto/export-job';
import { type ExportSource, exportSource } from '@vitae/proto/export-source';
import type { ExportHead } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { ExportError } from './export-error.ts';

export type ReadSource = (
  caller: Caller,
  cvId: number,
  format: JobFormat,
) => Promise<{ source: ExportSource; address: string }>;

/** Reads what an export is made from, and the address that it has as it is now. */
export function createSourceClient(resume: Pick<Calls<ResumeServiceDefinition>, 'GetExportSource'>): ReadSource {
  return async (caller, cvId, format) => {
    const { head, document } = await resume.GetExportSource({ id: cvId }, { caller }).catch(asExportError);
    try {
      return {
        source: exportSource.parse(JSON.parse(document.toString('utf8'))),
        address: exportAddressOf(expectHead(head), format),
      };
    } catch (cause) {
      throw new ExportError('source_invalid', 'The stored CV cannot be read.', cause);
    }
  };
}

function expectHead(head: ExportHead | null): ExportHead {
  if (!head) throw new TypeError('The CV came without what its address is made of');
  return head;
}

function asExportError(thrown: unknown): never {
  const { code, message } = VitaeError.from(thrown);
  if (code === 'NOT_FOUND') throw new ExportError('cv_not_found', 'There is no such CV in the company.', thrown);
  if (code === 'UNAVAILABLE' || code === 'DEADLINE_EXCEEDED' || code === 'CANCELLED' || code === 'RESOURCE_EXHAUSTED') {
    throw new ExportError('source_unavailable', 'The CV cannot be read at the moment.', thrown);
  }
  throw new ExportError('internal', `The CV could not be read: ${message}`, thrown);
}
