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

/** CVs for which the fake resume service does not return a document. */
export const MISSING_CV = 2;
export const INVALID_CV = 3;
/** Fails twice before it returns the document. */
export const FLAKY_CV = 4;

/**
 * Stands in for the resume service. It has every CV except for the special ids above, and fails for the ids in
 * `unavailableCvs`. Requests are added to `requests`.
 */
export function createFakeResumeServer(
  authorizerFor: (audience: string) => AuthorizeCall,
  requests: SourceRequest[] = [],
  unavailableCvs: ReadonlySet<number> = new Set(),
): GrpcServer {
  let flakyRequests = 0;
  const { name, definition } = contracts.resume();
  const unused = Object.fromEntries(Object.keys(definition).map((method) => [method, async () => ({})]));
  const handlers: Partial<Handlers<ResumeServiceDefinition>> = {
    GetExportSource: async ({ id }, { caller }) => {
      requests.push({ requestId: caller.requestId, companyId: caller.companyId });
      if (id === MISSING_CV) throw notFound('cv_not_found', 'There is no such CV.');
      if (id === FLAKY_CV) {
        flakyRequests += 1;
        if (flakyRequests < 3) throw new Error('flaky');
      }
      if (unavailableCvs.has(id)) throw unavailable('service_unavailable', 'The CV is unavailable.');
      const source = sampleSource();
      const document = id === INVALID_CV ? '{"cv": null}' : JSON.stringify({ ...source, cv: { ...source.cv, id } });
      return { head: fakeHead(id), document: Buffer.from(document) };
    },
  };
  return createGrpcServer({
    name,
    definition,
    handlers: { ...unused, ...handlers } as Handlers<ResumeServiceDefinition>,
    authorize: authorizerFor(name),
    log: createLogger({ name: 'fake-resume', level: 'silent' }),
    metrics: createMetrics('fake-resume'),
  });
}

/** The content address of a file of this CV. */
export function fakeCvAddress(cvId: number, format: JobFormat): string {
  return exportAddressOf(fakeHead(cvId), format);
}

/** What the gateway reads of this CV to compute its content address. */
export function fakeHead(id: number): ExportHead {
  const printDisplay = Buffer.from(JSON.stringify(sampleSource().printDisplay));
  return { id, userId: 3, revision: 5, anonymized: false, printDisplay, culture: 'en_US' };
}
