import type { CreatedKey } from '@vitae/accounts/keys/key-manager';
import type { Job } from 'bullmq';
import { startWorkerFixture, type WorkerFixture } from '../export/worker-fixture.ts';
import { until } from '../until.ts';
import type { GatewayFixture } from './gateway-fixture.ts';
import { type SystemFixture, signPath, startSystemFixture } from './system-fixture.ts';

/** Two gateways and an export worker on a Redis, with requests and jobs for it. */
export type RedisLoad = {
  system: SystemFixture;
  exports: WorkerFixture;
  send(signedPath: string, gateway?: number): Promise<Response>;
  /** Returns the signed path of a new request. */
  sign(key?: CreatedKey): string;
  /** Resolves when a new request is accepted. Returns its signed path. */
  untilAccepted(): Promise<string>;
  /** Sends signed paths to both gateways concurrently. */
  sendAll(paths: readonly string[]): Promise<Response[]>;
  /** Creates a company with the default quota. Returns its key. */
  createCompany(): Promise<CreatedKey>;
  addJobs(count: number): Promise<Job[]>;
  untilCompleted(jobs: readonly Job[]): Promise<void>;
  close(): Promise<void>;
};

const FAILOVER_MS = 120_000;
const PATH = '/api/v1/users/1';

/** Requests that were charged. */
export const isAccepted = ({ status }: Response) => ![403, 429, 503].includes(status);

export async function startRedisLoad(redisUrl: string): Promise<RedisLoad> {
  const environment = { ...process.env, REDIS_URL: redisUrl };
  const system = await startSystemFixture(environment);
  const gateways: GatewayFixture[] = [await system.start(), await system.start()];
  const exports = await startWorkerFixture(environment);
  const send = async (signedPath: string, gateway = 0) => {
    const response = await fetch(`${gateways[gateway]?.url}${signedPath}`);
    await response.arrayBuffer();
    return response;
  };
  const sign = (key = system.key) => signPath(key, PATH);
  return {
    system,
    exports,
    send,
    sign,
    untilAccepted: () =>
      until(
        'an accepted request',
        async () => {
          const path = sign();
          const response = await send(path);
          if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
          expect([403, 500]).not.toContain(response.status);
          return isAccepted(response) && path;
        },
        FAILOVER_MS,
      ),
    sendAll: (paths) => Promise.all(paths.map((path, index) => send(path, index % 2))),
    createCompany: async () => {
      const { id } = await system.companies.create('Another', 'Europe/Paris');
      return system.keys.create(id, 'main', 'unlimited');
    },
    addJobs: (count) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => exports.add({ cvId: 1_000 + index, companyId: 7, format: 'json' })),
      ),
    untilCompleted: async (jobs) => {
      const areCompleted = async () => {
        const states = await Promise.all(jobs.map((job) => job.getState()));
        expect(states).not.toContain('failed');
        return states.every((state) => state === 'completed');
      };
      await until('the completion of every job', areCompleted, FAILOVER_MS);
    },
    close: async () => {
      await exports.close();
      await system.close();
    },
  };
}

/** Sends more concurrent requests than the quota of a new company allows in a minute. Returns how many are accepted. */
export function acceptedOfBurst({ createCompany, sendAll, sign, system }: RedisLoad): Promise<number> {
  return until('a burst within a minute', async () => {
    const key = await createCompany();
    const paths = Array.from({ length: system.company.limits.standard + 100 }, () => sign(key));
    const responses = await sendAll(paths);
    return minutesOf(responses).size === 1 && responses.filter(isAccepted).length;
  });
}

/** Returns the ends of the minutes in which requests were counted. */
export const minutesOf = (responses: readonly Response[]): Set<string | null> =>
  new Set(responses.map(({ headers }) => headers.get('x-ratelimit-reset')));
