import { type Client, createClient } from '../support/client.ts';
import { consumedOutcomes } from '../support/consumed-outcomes.ts';
import { minuteAfter, minuteNow } from '../support/minutes.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

let system: System;
let client: Client;
let demo: NonNullable<RunFile['demo']>;
let gateways: string[];

beforeAll(async () => {
  client = createClient(60);
  system = await startSystem({ gateways: 4, redis: 'cluster' });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

/** The minute of the previous attempt. */
let usedMinute = 0;

/** Sends 2,000 concurrent requests. Returns undefined if the minute ended before the last response. */
async function burst() {
  const minute = await minuteAfter(usedMinute);
  const path = `/api/v1/svc/cv/${demo.cvIds[0]}`;
  const before = await consumedOutcomes(await system.runFile(), demo.companyId);
  const paths = Array.from({ length: 2_000 }, () => signedPath('GET', path, demo));
  const responses = await Promise.all(paths.map((one, index) => client.get(`${gateways[index % 4]}${one}`)));
  usedMinute = minuteNow();
  if (usedMinute !== minute) return undefined;
  const after = await consumedOutcomes(await system.runFile(), demo.companyId);
  const counted = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0);
  return { responses, minute, recorded: { accepted: counted('accepted'), limited: counted('limited') } };
}

test('accepts exactly 250 of 2,000 concurrent requests on four gateways and responds 429 to the others', async () => {
  expect(gateways).toHaveLength(4);
  let result = await burst();
  while (!result) result = await burst();
  const { responses, minute, recorded } = result;

  const accepted = responses.filter(({ status }) => status === 200);
  const limited = responses.filter(({ status }) => status === 429);
  expect([accepted.length, limited.length]).toEqual([250, 1_750]);

  const reset = String((minute + 1) * 60);
  expect(new Set(responses.map(({ headers }) => headers['x-ratelimit-reset']))).toEqual(new Set([reset]));
  expect(new Set(responses.map(({ headers }) => headers['x-ratelimit-limit']))).toEqual(new Set(['250']));
  expect(new Set(accepted.map(({ headers }) => Number(headers['x-ratelimit-remaining']))).size).toBe(250);
  for (const { headers, body } of limited) {
    expect(headers['x-ratelimit-remaining']).toBe('0');
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const { error } = JSON.parse(String(body));
    expect(error.code).toBe(429);
    expect(error.message).toMatch(
      /^API rate limit exceeded: maximum 250 standard request\(s\) per minute reached for your company\. Retry after \d\d:\d\d:00 Europe\/Paris\.$/,
    );
  }

  expect(recorded).toEqual({ accepted: 250, limited: 1_750 });
}, 400_000);
