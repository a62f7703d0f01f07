import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Connection } from 'mongoose';
import type { CliSettings, openStores } from './connect.ts';
import { settingsOfRunningSystem } from './run-file.ts';

/** The parts of a running system that commands use. */
export type RunningSystem = Awaited<ReturnType<typeof openStores>> & {
  settings: CliSettings;
  connection: Connection;
  resume(): Promise<ResumeClient>;
  close(): Promise<void>;
};

/** Connects to the running system. Modules are imported on demand, so that other commands start quickly. */
export async function openRunningSystem(environment: NodeJS.ProcessEnv): Promise<RunningSystem> {
  const { readCliSettings, connect, openStores } = await import('./connect.ts');
  const settings = readCliSettings(settingsOfRunningSystem(environment));
  const connections = await connect(settings);
  const closing = [connections.close];
  let resume: Promise<ResumeClient> | undefined;
  return {
    settings,
    connection: connections.connection,
    ...(await openStores(connections, settings)),
    resume: () => {
      resume ??= openResume(settings).then((client) => {
        closing.push(async () => client.close());
        return client;
      });
      return resume;
    },
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

async function openResume(settings: CliSettings): Promise<ResumeClient> {
  const [{ createResumeClient }, { cliIdentity }] = await Promise.all([
    import('@vitae/proto/clients/resume-client'),
    import('./connect.ts'),
  ]);
  return createResumeClient(settings.RESUME_ADDRESS, cliIdentity(settings));
}
