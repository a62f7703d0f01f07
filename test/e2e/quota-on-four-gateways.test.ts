import { Agent, request } from 'node:http';
import { signedPath } from '../support/signer.ts';
import { type RunFile, startSystem, type System } from '../support/system.ts';
import { until } from '../support/until.ts';

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

const agent = new Agent({ keepAlive: true, maxSockets: 60 });
let system: System;
let demo: NonNullable<RunFile['demo']>;
let gateways: string[];

beforeAll(async () => {
  system = await startSystem({ gateways: 4 });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 150_000);

afterAll(async () => {
  agent.destroy();
  await system?.stop();
});

test('of 2,000 calls at once on four gateways exactly 250 are answered, the others 429 with right headers', async () => {
  expect(gateways).toHaveLength(4);
  await until('enough of the minute left', () => new Date().getSeconds() < 25, 40_000);
  const minute = Math.floor(Date.now() / 60_000);
  const path = `/api/v1/svc/cv/${demo.cvIds[0]}`;
  const paths = Array.from({ length: 2_000 }, () => signedPath('GET', path, demo));
  const answers = await Promise.all(paths.map((one, index) => get(`${gateways[index % 4]}${one}`)));

  const answered = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([answered.length, refused.length]).toEqual([250, 1_750]);
  expect(Math.floor(Date.now() / 60_000)).toBe(minute);

  const reset = String((minute + 1) * 60);
  expect(new Set(answers.map(({ headers }) => headers['x-ratelimit-reset']))).toEqual(new Set([reset]));
  expect(new Set(answers.map(({ headers }) => headers['x-ratelimit-limit']))).toEqual(new Set(['250']));
  expect(new Set(answered.map(({ headers }) => Number(headers['x-ratelimit-remaining']))).size).toBe(250);
  for (const { headers, body } of refused) {
    expect(headers['x-ratelimit-remaining']).toBe('0');
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const { error } = JSON.parse(body);
    expect(error.code).toBe(429);
    expect(error.message).toMatch(
      /^API rate limit exceeded: maximum 250 standard request\(s\) per minute reached for your company\. Retry after \d\d:\d\d:00 Europe\/Paris\.$/,
    );
  }
}, 120_000);

function get(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
