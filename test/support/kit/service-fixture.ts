import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Connection } from 'mongoose';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import { createGrpcServer } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { openScratchDatabase } from './database-fixture.ts';
import { scratchIdentity } from './identity-fixture.ts';
import type { ServiceApp } from '@vitae/kit/service-app';

export type ScratchService<D> = { call: Calls<D>; connection: Connection; close(): Promise<void> };

/** A service on a database of its own, called over real gRPC: what an integration test needs of it. */
export async function openScratchService<D extends ServiceDefinition>(
  contract: { name: string; definition: D },
  app: (connection: Connection) => ServiceApp<D>,
  mongodbUri = process.env.MONGODB_URI,
): Promise<ScratchService<D>> {
  const database = await openScratchDatabase(mongodbUri);
  const { handlers, prepare } = app(database.connection);
  await prepare();
  const { identity, admits } = scratchIdentity();
  const server = createGrpcServer({
    ...contract,
    handlers,
    admits: admits(contract.name),
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
