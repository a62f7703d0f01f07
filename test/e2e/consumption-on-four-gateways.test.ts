import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import { type Client, createClient } from '../support/client.ts';
import { consumedOutcomes, type Outcomes } from '../support/consumed-outcomes.ts';
import { createWebVisitor, type WebVisitor } from '../support/gateway/web-visitor.ts';
import { setLimits } from '../support/limits.ts';
import { minuteAfter, minuteNow } from '../support/minutes.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const REQUESTS = 1_200;

let system: System;
let client: Client;
let run: RunFile;
let demo: NonNullable<RunFile['demo']>;
/** The minute of the previous attempt. */
let usedMinute = 0;

beforeAll(async () => {
  client = createClient(60);
  system = await startSystem({ gateways: 4 });
  run = await system.runFile();
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

/** Returns accepted, rejected, intensive and free requests in turn. */
function pathOf(index: number): string {
  const valid = signedPath('GET', `/api/v1/svc/cv/${demo.cvIds[0]}`, demo);
  if (index % 10 === 0) return valid.replace(/hash=[^&]*/, `hash=${'0'.repeat(64)}`);
  if (index % 10 === 1) return valid.replace(/nonce=[^&]*&?/, '');
  if (index % 10 === 2) return signedPath('GET', '/api/v1/users/search', demo, { term: 'x' });
  if (index % 10 === 3) return signedPath('GET', '/api/v1/rate-limit', demo);
  return valid;
}

let visitors = 0;

async function signInVisitor(): Promise<WebVisitor> {
  const visitor = createWebVisitor(system.url, `2001:db8::${++visitors}`);
  const page = await visitor.get('/settings/sign-in');
  await visitor.submit(page, '/settings/sign-in', demo.admin);
  return visitor;
}

/** Reads the totals and rejection causes of the last hour from the page. */
async function countsOnPage(): Promise<Outcomes> {
  const { status, text } = await (await signInVisitor()).get('/settings/consumption?locale=en');
  expect(status).toBe(200);
  const sums: Outcomes = {};
  const metrics = text.match(/<dl class="metric-list">.*?<\/dl>/s)?.[0] ?? '';
  for (const [, name = '', count = ''] of metrics.matchAll(/<dt>([^<]*)<\/dt><dd>([\d,]+)<\/dd>/g))
    sums[name] = numberIn(count);
  const causes = text.matchAll(/outcome=([a-z_]+)[^"]*">[^<]*<\/a> <span class="numeric">([\d,]+)</g);
  for (const [, cause = '', count = ''] of causes) {
    const outcome = cause.replace(/^limited_.*/, 'limited');
    sums[outcome] = (sums[outcome] ?? 0) + numberIn(count);
  }
  return sums;
}

const numberIn = (text: string) => Number(text.replaceAll(',', ''));

/** Sums the columns of the CSV file of the last hour. */
async function countsInCsv(): Promise<Outcomes> {
  const { status, text } = await (await signInVisitor()).get('/settings/consumption.csv');
  expect(status).toBe(200);
  const [head = '', ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  const columns = head.split(',');
  const sums: Outcomes = {};
  for (const line of lines) {
    for (const [index, cell] of line.split(',').entries()) {
      const name = (columns[index] ?? '').replace(/^(accepted|limited)_.*/, '$1');
      sums[name] = (sums[name] ?? 0) + (Number(cell) || 0);
    }
  }
  return sums;
}

/** Returns how much of its quotas the company has used in a minute. */
async function usedQuotas(minute: number): Promise<{ standard: number; intensive: number }> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const { redis, close } = await connectRedis({ url: run.redisUrl, name: 'test', log });
  const stored = await redis.hmget(`{c:${demo.companyId}}:quota`, 'minute', 'standard', 'intensive');
  await close();
  const [ofMinute, standard, intensive] = stored.map(Number);
  return ofMinute === minute ? { standard: standard ?? 0, intensive: intensive ?? 0 } : { standard: 0, intensive: 0 };
}

/** Sends all requests concurrently. Returns undefined if the minute ended before the last response. */
async function burst() {
  const minute = await minuteAfter(usedMinute);
  // The start of the system may have used quota of this minute.
  const usedBefore = await usedQuotas(minute);
  const [pageBefore, csvBefore] = [await countsOnPage(), await countsInCsv()];
  const before = await consumedOutcomes(run, demo.companyId);
  const paths = Array.from({ length: REQUESTS }, (_none, index) => pathOf(index));
  const responses = await Promise.all(paths.map((path, index) => client.get(`${run.gateways[index % 4]}${path}`)));
  usedMinute = minuteNow();
  if (usedMinute !== minute) return undefined;
  const used = [usedBefore, await usedQuotas(minute)] as const;
  return { responses, pageBefore, csvBefore, before, after: await consumedOutcomes(run, demo.companyId), used };
}

test('page, CSV file, quota and clients agree on the counts under load', async () => {
  await setLimits(system, demo.companyId, { standard: 400, intensive: 30 });
  let measured = await burst();
  while (!measured) measured = await burst();
  const { responses, pageBefore, csvBefore, before, after, used } = measured;

  const received: Outcomes = {};
  for (const { status, body } of responses) {
    const outcome = { 200: 'accepted', 429: 'limited' }[status] ?? String(body).trim();
    received[outcome] = (received[outcome] ?? 0) + 1;
  }
  const counted = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0);
  expect({
    accepted: counted('accepted'),
    limited: counted('limited'),
    'Invalid signature': counted('invalid_signature'),
    'Missing parameter: nonce': counted('missing_parameter'),
  }).toEqual(received);

  const outcomes = ['limited', 'invalid_signature', 'missing_parameter'];
  const expected = Object.fromEntries(outcomes.map((outcome) => [outcome, counted(outcome)]));
  const since = (names: string[], now: Outcomes, then: Outcomes) =>
    Object.fromEntries(names.map((name) => [name, (now[name] ?? 0) - (then[name] ?? 0)]));
  expect(since([...outcomes, 'accepted', 'calls'], await countsInCsv(), csvBefore)).toEqual({
    ...expected,
    accepted: counted('accepted'),
    calls: REQUESTS,
  });
  expect(
    since([...outcomes, 'Requests', 'Accepted', 'Rate limited', 'Rejected'], await countsOnPage(), pageBefore),
  ).toEqual({
    ...expected,
    Requests: REQUESTS,
    Accepted: counted('accepted'),
    'Rate limited': counted('limited'),
    Rejected: counted('invalid_signature') + counted('missing_parameter'),
  });

  const [usedBefore, usedAfter] = used;
  expect(usedAfter).toEqual({ standard: 400, intensive: 30 });
  const free = REQUESTS / 10;
  expect(counted('accepted')).toBe(400 - usedBefore.standard + 30 - usedBefore.intensive + free);
}, 400_000);
