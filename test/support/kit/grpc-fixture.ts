import type { Caller } from '@vitae/kit/caller';
import { createGrpcClient, type GrpcClient } from '@vitae/kit/grpc-client';
import { type CallContext, createGrpcServer, type GrpcServerOptions } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, type Metrics } from '@vitae/kit/metrics';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { contracts } from '@vitae/proto/contract';
import { createIdentityFixture } from './identity-fixture.ts';

export const contract = contracts.stats();

export type StatsClient = GrpcClient<typeof contract.definition>;
export type BatchRequest = Parameters<StatsClient['call']['BatchGetStats']>[0];

type Handler = (
  request: { items: { caller: Caller | null; userId: number }[] },
  context: CallContext,
) => Promise<object>;

export type GrpcFixture = {
  contract: typeof contract;
  address: string;
  identity: ServiceIdentity;
  metrics: Metrics;
  client: StatsClient;
  /** Handles BatchGetStats; tests replace it. */
  handler: Handler;
  close(): Promise<void>;
};

/** Starts a server of the stats contract whose BatchGetStats is handled by `handler`, and connects a client to it. */
export async function openGrpcFixture(options: Pick<GrpcServerOptions<never>, 'state'> = {}): Promise<GrpcFixture> {
  const metrics = createMetrics('test');
  const { identity, authorizerFor } = createIdentityFixture();
  const handlers = {
    ...Object.fromEntries(Object.keys(contract.definition).map((method) => [method, async () => ({})])),
    BatchGetStats: (request: never, context: CallContext) => fixture.handler(request, context),
  };
  const server = createGrpcServer({
    ...contract,
    ...options,
    handlers: handlers as never,
    authorize: authorizerFor(contract.name),
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics,
  });
  const address = `127.0.0.1:${await server.start('127.0.0.1', 0)}`;
  const client = createGrpcClient({ ...contract, address, identity, reads: ['BatchGetStats'] });
  const fixture: GrpcFixture = {
    contract,
    address,
    identity,
    metrics,
    client,
    handler: async () => ({ items: [] }),
    close: async () => {
      client.close();
      await server.drain(1_000);
    },
  };
  // One attempt may time out after a second on a busy machine.
  while (
    !(await client.ready().then(
      () => true,
      () => false,
    ))
  );
  return fixture;
}
