import type { Caller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Calls } from '@vitae/kit/grpc-client';
import { exportAddressOf, exportTemplateVersion, templateVersionOfJob } from '@vitae/proto/export-address';
import type { ExportPayload } from '@vitae/proto/export-job';
import { type ExportSource, exportSource } from '@vitae/proto/export-source';
import type { ExportHead } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { ExportError, rejectedGrant } from './export-error.ts';

export type ReadSource = (
  caller: Caller,
  payload: Pick<ExportPayload, 'cvId' | 'format' | 'grant' | 'templateVersion'>,
) => Promise<{ source: ExportSource; address: string }>;

/**
 * Returns a function that reads the current CV and computes the content address of its file. It throws ExportError.
 * `ownVersion` is the template version of the worker; tests use others.
 */
export function createSourceClient(
  resume: Pick<Calls<ResumeServiceDefinition>, 'GetExportSource'>,
  ownVersion = exportTemplateVersion,
): ReadSource {
  return async (caller, { cvId, format, grant = '', templateVersion }) => {
    const { head, document } = await resume.GetExportSource({ id: cvId, grant }, { caller }).catch(throwExportError);
    try {
      return {
        source: exportSource.parse(JSON.parse(document.toString('utf8'))),
        address: exportAddressOf(requireHead(head), format, templateVersionOfJob(templateVersion, ownVersion)),
      };
    } catch (cause) {
      throw new ExportError('source_invalid', 'The stored CV is invalid.', cause);
    }
  };
}

function requireHead(head: ExportHead | null): ExportHead {
  if (!head) throw new TypeError('The response contains no head');
  return head;
}

function throwExportError(thrown: unknown): never {
  const { code, reason, message } = VitaeError.from(thrown);
  if (reason === 'grant_invalid') throw rejectedGrant({ reason, message });
  if (code === 'NOT_FOUND') throw new ExportError('cv_not_found', 'The company has no CV with this id.', thrown);
  if (code === 'UNAVAILABLE' || code === 'DEADLINE_EXCEEDED' || code === 'CANCELLED' || code === 'RESOURCE_EXHAUSTED') {
    throw new ExportError('source_unavailable', 'The resume service is temporarily unavailable.', thrown);
  }
  throw new ExportError('internal', `Reading the CV failed: ${message}`, thrown);
}
