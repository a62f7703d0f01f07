import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrokenBrowser, createBreakableBrowser } from '../support/breakable-browser.ts';
import { startHaproxy } from '../support/load-balancer.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type ReplicaSet, startReplicaSet } from '../support/replica-set.ts';
import { type SmallDisk, startSmallDisk } from '../support/small-disk.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import type { User } from './load.ts';
import { createUser } from './users.ts';

const SITE = 'http://localhost';

/**
 * A redundant installation: two gateways and two sites behind HAProxy, a replica set of three members, two workers
 * whose files are on a disk of their own, a mail server, and users with CVs.
 */
export type Installation = {
  url: string;
  cluster: TestCluster;
  database: ReplicaSet;
  files: SmallDisk;
  browser: BrokenBrowser;
  mail: { stop(): Promise<void>; start(): Promise<void> };
  user: User;
  stop(): Promise<void>;
};

export async function startInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-game-day-'));
  const cleanUp: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of cleanUp.toReversed()) await step();
  };
  try {
    const database = await startReplicaSet();
    cleanUp.push(database.stop);
    const files = await startSmallDisk();
    cleanUp.push(files.stop);
    const mail = await startStoppableMail();
    cleanUp.push(mail.stop);
    const browser = await createBreakableBrowser(folder);
    const cluster = await startTestCluster({
      gateways: 2,
      sites: 2,
      workers: 2,
      environment: {
        MONGODB_URI: database.uri,
        SITE_URL: SITE,
        COMPANY_API_URL: SITE,
        USER_API_URL: SITE,
        OAUTH_URL: SITE,
        SMTP_URL: mail.url,
        SMTP_FROM: 'Vitae <vitae@example.com>',
        TRUST_PROXY: '127.0.0.1',
        MAX_CONCURRENT_REQUESTS: '64',
      },
      workerEnvironment: { MONGODB_URI: files.uri, PUPPETEER_EXECUTABLE_PATH: browser.program },
    });
    cleanUp.push(cluster.stop);
    const balancer = await startHaproxy(cluster.gateways, cluster.sites);
    cleanUp.push(balancer.stop);
    const workers = () => ['export-1', 'export-2'].map((name) => cluster.process(name).pid());
    return {
      url: balancer.url,
      cluster,
      database,
      files,
      browser: browser.of(workers),
      mail,
      user: await createUser(cluster),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startStoppableMail() {
  const first = await startMailServer();
  let server: Server | undefined = first.server;
  return {
    url: first.url,
    stop: async () => void server?.close(),
    start: async () => {
      server = (await startMailServer(() => undefined, first.port)).server;
    },
  };
}
