import { sampleSource } from '@vitae/document/sample-source';
import { notFound, unavailable } from '@vitae/kit/errors';
import { createGrpcServer, type GrpcServer, type Handlers } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import type { AuthorizeCall } from '@vitae/kit/service-identity';
import { contracts } from '@vitae/proto/contract';
import { exportAddressOf } from '@vitae/proto/export-address';
import type { JobFormat } from '@vitae/proto/export-job';
import type { ExportHead } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';

export type SourceRequest = { requestId: string; companyId: number };

/** Stands in for the resume service: CV 1 is there, 2 is not, 3 cannot be read, 4 is there on the third time; those that are away cannot be asked for. */
export function createFakeResumeServer(
  authorizerFor: (audience: string) => AuthorizeCall,
  calls: SourceRequest[] = [],
  away: ReadonlySet<number> = new Set(),
): GrpcServer {
  const timesAsked = new Map<number, number>();
  const { name, definition } = contracts.resume();
  const unused = Object.fromEntries(Object.keys(definition).map((method) => [method, async () => ({})]));
  const handlers: Partial<Handlers<ResumeServiceDefinition>> = {
    GetExportSource: async ({ id }, { caller }) => {
      calls.push({ requestId: caller.requestId, companyId: caller.companyId });
      timesAsked.set(id, (timesAsked.get(id) ?? 0) + 1);
      if (id === 2) throw notFound('cv_not_found', 'There is no such CV.');
      if (id === 4 && (timesAsked.get(id) ?? 0) < 3) throw new Error('not yet');
      if (away.has(id)) throw unavailable('service_unavailable', 'It is away.');
      const source = sampleSource();
      const document = id === 3 ? '{"cv": null}' : JSON.stringify({ ...source, cv: { ...source.cv, id } });
      return { head: head(id), document: Buffer.from(document) };
    },
  };
  return createGrpcServer({
    name,
    definition,
    handlers: { ...unused, ...handlers } as Handlers<ResumeServiceDefinition>,
    authorize: authorizerFor(name),
    log: createLogger({ name: 'scratch-resume', level: 'silent' }),
    metrics: createMetrics('scratch-resume'),
  });
}

/** Where the file of one of its CVs is stored. */
export function fakeCvAddress(cvId: number, format: JobFormat): string {
  return exportAddressOf(head(cvId), format);
}

function head(id: number): ExportHead {
  const printDisplay = Buffer.from(JSON.stringify(sampleSource().printDisplay));
  return { id, userId: 3, revision: 5, anonymized: false, printDisplay, culture: 'en_US' };
}
