import { randomInt, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { Request, Response } from 'express';
import { createRateLimiter } from '../../sessions/rate-limiter.ts';
import { createCvFiles } from './cv-files.ts';
import type { ShownCv } from './find-cv.ts';

let connected: Awaited<ReturnType<typeof connectRedis>>;

beforeAll(async () => {
  connected = await connectRedis({
    url: process.env.REDIS_URL ?? '',
    name: 'cv-files-test',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
});
afterAll(() => connected.close());

/** Whether visitors who ask for the file of one CV get it. */
function cvWithFile() {
  const files = createCvFiles({
    exports: { make: async () => ({ ready: true, address: 'a' }) } as unknown as Exports,
    artifacts: {} as ArtifactClient,
    rate: createRateLimiter(connected.redis),
    waitMs: 0,
  });
  const cv = { id: randomInt(2 ** 31), companyId: 1 } as ShownCv;
  return async (ip: string): Promise<boolean> => {
    const response = Object.assign(new EventEmitter(), { locals: {} }) as unknown as Response;
    const file = await files.make({ ip } as Request, response, cv, 'pdf');
    return 'ready' in file;
  };
}

test('one visitor who asks without end keeps nobody else from the files of a CV', async () => {
  const ask = cvWithFile();
  const stranger = randomUUID();
  const answers = [];
  for (let asked = 0; asked < 400; asked++) answers.push(await ask(stranger));
  // Two minutes may have been begun on a busy machine.
  expect(answers.filter((got) => got).length).toBeLessThanOrEqual(120);
  expect(await ask(randomUUID())).toBe(true);
});

test('many visitors are bounded together', async () => {
  const ask = cvWithFile();
  const answers = [];
  for (let asked = 0; asked < 310; asked++) answers.push(await ask(randomUUID()));
  expect(answers.slice(0, 300)).not.toContain(false);
  expect(answers.at(-1)).toBe(false);
});
