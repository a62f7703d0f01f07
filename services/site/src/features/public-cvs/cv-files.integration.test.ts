import { randomInt, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { RedisConnection } from '@vitae/kit/redis';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import type { Request, Response } from 'express';
import { createRateLimiter } from '../../sessions/rate-limiter.ts';
import { createCvFiles } from './cv-files.ts';
import type { ShownCv } from './find-cv.ts';

let connected: RedisConnection;

beforeAll(async () => {
  connected = await connectTestRedis('cv-files');
});
afterAll(() => connected.close());

/** Returns a function that requests the file of one CV and returns whether it was served. */
function cvWithFile() {
  const files = createCvFiles({
    exports: { create: async () => ({ ready: true, address: 'a' }) } as unknown as Exports,
    artifacts: {} as ArtifactClient,
    rate: createRateLimiter(connected.redis),
    waitMs: 0,
  });
  const cv = { id: randomInt(2 ** 31), companyId: 1 } as ShownCv;
  return async (ip: string): Promise<boolean> => {
    const response = Object.assign(new EventEmitter(), { locals: {} }) as unknown as Response;
    const file = await files.create({ ip } as Request, response, cv, 'pdf');
    return 'ready' in file;
  };
}

test('limits the downloads of one visitor without affecting other visitors', async () => {
  const download = cvWithFile();
  const visitor = randomUUID();
  const served = [];
  for (let request = 0; request < 400; request++) served.push(await download(visitor));
  // The requests may span two windows on a busy machine.
  expect(served.filter((got) => got).length).toBeLessThanOrEqual(120);
  expect(await download(randomUUID())).toBe(true);
});

test('limits the downloads of a CV across visitors', async () => {
  const download = cvWithFile();
  const served = [];
  for (let request = 0; request < 310; request++) served.push(await download(randomUUID()));
  expect(served.slice(0, 300)).not.toContain(false);
  expect(served.at(-1)).toBe(false);
});
