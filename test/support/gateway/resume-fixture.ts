import { status } from '@grpc/grpc-js';
import { systemClock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { createGrpcServer, type Handlers } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, version } from '@vitae/kit/metrics';
import type { ProcessState } from '@vitae/kit/process-state';
import { withProcessState } from '@vitae/kit/service-app';
import { createCallAuthorizer } from '@vitae/kit/service-identity';
import { readPublicKeys } from '@vitae/kit/signing-keys';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import type { Caller } from '@vitae/proto/gen/cv/caller/v1/Caller';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';

export type FakeDocument = { companyId: number; revision: number; json: string };

/**
 * A fake resume service that serves the documents in its maps and adds new users to them. It accepts new and replaced CVs
 * without storing them.
 */
export type FakeResume = {
  address: string;
  cvs: Map<number, FakeDocument>;
  users: Map<string, FakeDocument>;
  callers: Caller[];
  /** What the service reports to `vitae doctor`. */
  state: ProcessState;
  close(): Promise<void>;
};

export async function startFakeResume(publicKeys: string): Promise<FakeResume> {
  const cvs = new Map<number, FakeDocument>();
  const users = new Map<string, FakeDocument>();
  const callers: Caller[] = [];
  const state: ProcessState = { version, missingIndexes: [] };
  const respond = (id: number, stored: FakeDocument | undefined, caller: Caller | null) => {
    if (caller) callers.push(caller);
    if (!stored || stored.companyId !== caller?.companyId) {
      return {
        status: { code: status.NOT_FOUND, reason: 'cv_not_found', message: 'There is no such CV.' },
        document: null,
      };
    }
    return {
      status: { code: 0, reason: '', message: '' },
      document: { id, revision: stored.revision, json: Buffer.from(stored.json), version: '' },
    };
  };
  const implemented: Partial<Handlers<ResumeServiceDefinition>> = {
    BatchGetCvs: async ({ items }) => ({ items: items.map(({ id, caller }) => respond(id, cvs.get(id), caller)) }),
    BatchGetUsers: async ({ items }) => ({
      items: items.map(({ user, caller }) =>
        respond(1, users.get(`${user?.byIdOrigin ? 'origin ' : ''}${user?.id}`), caller),
      ),
    }),
    BatchGetExportHeads: async ({ items }) => ({
      items: items.map(({ id, caller }) => {
        const { status, document } = respond(id, cvs.get(id), caller);
        const head = { printDisplay: Buffer.from('{}'), culture: 'en_US' };
        return { status, head: document && { ...head, id, revision: document.revision } };
      }),
    }),
  };
  const saved = (id: number, json: Buffer) => ({ id, revision: 2, json, updated: 0, version: '' });
  const created = new Map<string, number>();
  const accepted: Partial<Handlers<ResumeServiceDefinition>> = {
    CreateUser: async ({ user, idempotencyKey }, { caller: { companyId } }) => {
      const id = created.get(idempotencyKey) ?? 1_000 + users.size;
      if (idempotencyKey) created.set(idempotencyKey, id);
      const json = JSON.stringify({ id, ...JSON.parse(user.toString('utf8')) });
      users.set(String(id), { companyId, revision: 1, json });
      return { id, revision: 1, json: Buffer.from(json), version: '' };
    },
    CreateCv: async ({ content }) => ({ document: saved(1, content), title: '', report: [] }),
    ReplaceCv: async ({ id, content }) => saved(id, content),
  };
  const contract = contracts.resume();
  const unimplemented = async () => {
    throw new VitaeError('UNIMPLEMENTED', 'internal', 'The fake service does not implement this method.');
  };
  const handlers = Object.fromEntries(Object.keys(contract.definition).map((method) => [method, unimplemented]));
  const log = createLogger({ name: 'test-resume', level: 'silent' });
  const server = createGrpcServer({
    ...contract,
    handlers: { ...handlers, ...implemented, ...accepted } as Handlers<ResumeServiceDefinition>,
    authorize: createCallAuthorizer({
      audience: contract.name,
      keys: readPublicKeys(publicKeys),
      clock: systemClock,
      callers: withProcessState(allowedCallers.resume),
    }),
    log,
    state: async () => state,
    metrics: createMetrics('test-resume'),
  });
  const port = await server.start('127.0.0.1', 0);
  return { address: `127.0.0.1:${port}`, cvs, users, callers, state, close: () => server.drain(1_000) };
}
