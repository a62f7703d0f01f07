import type { ServiceDefinition } from '@grpc/grpc-js';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import { createGrpcServer } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { Connection } from 'mongoose';
import { openDatabaseFixture } from './database-fixture.ts';
import { createIdentityFixture } from './identity-fixture.ts';

export type ServiceFixture<D> = { call: Calls<D>; connection: Connection; close(): Promise<void> };

/** Starts a service with its own database, or the one with the given name, and a gRPC client for it. */
export async function openServiceFixture<D extends ServiceDefinition>(
  contract: { name: string; definition: D },
  app: (connection: Connection) => ServiceApp<D>,
  mongodbUri = process.env.MONGODB_URI,
  databaseName?: string,
): Promise<ServiceFixture<D>> {
  const database = await openDatabaseFixture(mongodbUri, databaseName);
  const { handlers, prepare } = app(database.connection);
  await prepare();
  const { identity, authorizerFor } = createIdentityFixture();
  const server = createGrpcServer({
    ...contract,
    handlers,
    authorize: authorizerFor(contract.name),
    log: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
  const port = await server.start('127.0.0.1', 0);
  const address = `127.0.0.1:${port}`;
  const client = createGrpcClient({ ...contract, address, identity, reads: [], deadlineMs: 120_000 });
  return {
    call: client.call,
    connection: database.connection,
    close: async () => {
      client.close();
      await server.drain(1_000);
      await database.drop();
    },
  };
}
