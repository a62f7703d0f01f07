import { type Client, createClient } from '../support/client.ts';
import { consumedOutcomes } from '../support/consumption.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

let system: System;
let client: Client;
let demo: NonNullable<RunFile['demo']>;
let gateways: string[];

beforeAll(async () => {
  client = createClient(60);
  system = await startSystem({ gateways: 4 });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

test('of 2,000 calls at once on four gateways exactly 250 are answered, the others 429 with right headers', async () => {
  expect(gateways).toHaveLength(4);
  await until('enough of the minute left', () => new Date().getSeconds() < 20);
  const minute = Math.floor(Date.now() / 60_000);
  const path = `/api/v1/svc/cv/${demo.cvIds[0]}`;
  const before = await consumedOutcomes(await system.runFile(), demo.companyId);
  const paths = Array.from({ length: 2_000 }, () => signedPath('GET', path, demo));
  const answers = await Promise.all(paths.map((one, index) => client.get(`${gateways[index % 4]}${one}`)));

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
    const { error } = JSON.parse(String(body));
    expect(error.code).toBe(429);
    expect(error.message).toMatch(
      /^API rate limit exceeded: maximum 250 standard request\(s\) per minute reached for your company\. Retry after \d\d:\d\d:00 Europe\/Paris\.$/,
    );
  }

  const after = await consumedOutcomes(await system.runFile(), demo.companyId);
  expect((after.accepted ?? 0) - (before.accepted ?? 0)).toBe(250);
  expect((after.limited ?? 0) - (before.limited ?? 0)).toBe(1_750);
}, 120_000);
