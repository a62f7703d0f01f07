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
  system = await startSystem({ gateways: 4 });
  const run = await system.runFile();
  gateways = run.gateways;
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

/** The last minute in which calls of an earlier try were counted. */
let spoilt = 0;

/** 2,000 calls at once, and what the consumption log says of them; undefined where their minute ended meanwhile. */
async function burst() {
  const minute = await minuteAfter(spoilt);
  const path = `/api/v1/svc/cv/${demo.cvIds[0]}`;
  const before = await consumedOutcomes(await system.runFile(), demo.companyId);
  const paths = Array.from({ length: 2_000 }, () => signedPath('GET', path, demo));
  const answers = await Promise.all(paths.map((one, index) => client.get(`${gateways[index % 4]}${one}`)));
  spoilt = minuteNow();
  if (spoilt !== minute) return undefined;
  const after = await consumedOutcomes(await system.runFile(), demo.companyId);
  const counted = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0);
  return { answers, minute, accepted: counted('accepted'), limited: counted('limited') };
}

test('of 2,000 calls at once on four gateways exactly 250 are answered, the others 429 with right headers', async () => {
  expect(gateways).toHaveLength(4);
  let seen = await burst();
  while (!seen) seen = await burst();
  const { answers, minute, accepted, limited } = seen;

  const answered = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([answered.length, refused.length]).toEqual([250, 1_750]);

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

  expect([accepted, limited]).toEqual([250, 1_750]);
}, 400_000);
