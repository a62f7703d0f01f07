import { systemClock } from '@vitae/kit/clock';
import { createGrpcServer } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { createCallAuthorizer } from '@vitae/kit/service-identity';
import { readPublicKeys } from '@vitae/kit/signing-keys';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { createResumeApp } from '@vitae/resume/app';
import { openDatabaseFixture } from '../kit/database-fixture.ts';
import { publicKeyItem } from '../service-keys.ts';

/** Starts a resume service with its own database, which the gateway with this private key may call. */
export async function startResumeService(
  gatewayKey: string,
  siteUrl: string,
): Promise<{ address: string; close(): Promise<void> }> {
  const database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { connection } = database;
  const { handlers, prepare } = createResumeApp({ connection, siteUrl, checkGrant: async () => undefined });
  await prepare();
  const contract = contracts.resume();
  const keys = readPublicKeys(publicKeyItem('gateway', gatewayKey));
  const server = createGrpcServer({
    ...contract,
    handlers,
    authorize: createCallAuthorizer({
      audience: contract.name,
      keys,
      clock: systemClock,
      callers: allowedCallers.resume,
    }),
    log: createLogger({ name: 'test-resume', level: 'silent' }),
    metrics: createMetrics('test-resume'),
  });
  const port = await server.start('127.0.0.1', 0);
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      await server.drain(1_000);
      await database.drop();
    },
  };
}
