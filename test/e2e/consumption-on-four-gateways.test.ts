import { Redis } from 'ioredis';
import { type Client, createClient } from '../support/client.ts';
import { consumedOutcomes, type Outcomes } from '../support/consumed-outcomes.ts';
import { createWebVisitor, type WebVisitor } from '../support/gateway/web-visitor.ts';
import { setLimits } from '../support/limits.ts';
import { minuteAfter, minuteNow } from '../support/minutes.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const CALLS = 1_200;

let system: System;
let client: Client;
let run: RunFile;
let demo: NonNullable<RunFile['demo']>;
/** The last minute in which a call was made that is none of those to be looked at. */
let spoilt: number;

beforeAll(async () => {
  client = createClient(60);
  system = await startSystem({ gateways: 4 });
  run = await system.runFile();
  demo = run.demo as NonNullable<RunFile['demo']>;
  spoilt = minuteNow();
}, 400_000);

afterAll(async () => {
  client.close();
  await system?.stop();
});

/** One of each kind of call, over and over: what is let in, over either limit, and refused for several reasons. */
function pathOf(index: number): string {
  const good = signedPath('GET', `/api/v1/svc/cv/${demo.cvIds[0]}`, demo);
  if (index % 10 === 0) return good.replace(/hash=[^&]*/, `hash=${'0'.repeat(64)}`);
  if (index % 10 === 1) return good.replace(/nonce=[^&]*&?/, '');
  if (index % 10 === 2) return signedPath('GET', '/api/v1/users/search', demo, { term: 'x' });
  if (index % 10 === 3) return signedPath('GET', '/api/v1/rate-limit', demo);
  return good;
}

let visitors = 0;

async function signedIn(): Promise<WebVisitor> {
  const visitor = createWebVisitor(system.url, `2001:db8::${++visitors}`);
  const page = await visitor.get('/settings/sign-in');
  await visitor.submit(page, '/settings/sign-in', demo.admin);
  return visitor;
}

/** What the page itself says of the last hour: its sums, and the causes of what was not let in. */
async function onThePage(): Promise<Outcomes> {
  const { status, text } = await (await signedIn()).get('/settings/consumption?locale=en');
  expect(status).toBe(200);
  const sums: Outcomes = {};
  const figures = text.match(/<dl class="figure-list">.*?<\/dl>/s)?.[0] ?? '';
  for (const [, name = '', count = ''] of figures.matchAll(/<dt>([^<]*)<\/dt><dd>([\d,]+)<\/dd>/g))
    sums[name] = numberIn(count);
  const causes = text.matchAll(/outcome=([a-z_]+)[^"]*">[^<]*<\/a> <span class="numeric">([\d,]+)</g);
  for (const [, cause = '', count = ''] of causes) {
    const outcome = cause.replace(/^limited_.*/, 'limited');
    sums[outcome] = (sums[outcome] ?? 0) + numberIn(count);
  }
  return sums;
}

const numberIn = (text: string) => Number(text.replaceAll(',', ''));

/** What the file of the page says of the last hour, by its columns. */
async function inTheFile(): Promise<Outcomes> {
  const { status, text } = await (await signedIn()).get('/settings/consumption.csv');
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

/** All calls at once, and what was consumed before and after them; undefined where their minute ended meanwhile. */
async function burst() {
  // The start itself has made a call with this key, or an earlier try made some, which count in their minute.
  const minute = await minuteAfter(spoilt);
  const [pageBefore, fileBefore] = [await onThePage(), await inTheFile()];
  const before = await consumedOutcomes(run, demo.companyId);
  const paths = Array.from({ length: CALLS }, (_none, index) => pathOf(index));
  const answers = await Promise.all(paths.map((path, index) => client.get(`${run.gateways[index % 4]}${path}`)));
  spoilt = minuteNow();
  if (spoilt !== minute) return undefined;
  return { answers, pageBefore, fileBefore, before, after: await consumedOutcomes(run, demo.companyId) };
}

test('under load the page, the quota and the clients count the same', async () => {
  await setLimits(system, demo.companyId, { standard: 400, intensive: 30 });
  let measured = await burst();
  while (!measured) measured = await burst();
  const { answers, pageBefore, fileBefore, before, after } = measured;

  const seen: Outcomes = {};
  for (const { status, body } of answers) {
    const outcome = { 200: 'accepted', 429: 'limited' }[status] ?? String(body).trim();
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }
  const counted = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0);
  expect({
    accepted: counted('accepted'),
    limited: counted('limited'),
    'Invalid signature': counted('invalid_signature'),
    'Missing parameter: nonce': counted('missing_parameter'),
  }).toEqual(seen);

  const outcomes = ['limited', 'invalid_signature', 'missing_parameter'];
  const expected = Object.fromEntries(outcomes.map((outcome) => [outcome, counted(outcome)]));
  const since = (names: string[], now: Outcomes, then: Outcomes) =>
    Object.fromEntries(names.map((name) => [name, (now[name] ?? 0) - (then[name] ?? 0)]));
  expect(since([...outcomes, 'accepted', 'calls'], await inTheFile(), fileBefore)).toEqual({
    ...expected,
    accepted: counted('accepted'),
    calls: CALLS,
  });
  expect(
    since([...outcomes, 'Attempts', 'Let in', 'Over the limit', 'Refused'], await onThePage(), pageBefore),
  ).toEqual({
    ...expected,
    Attempts: CALLS,
    'Let in': counted('accepted'),
    'Over the limit': counted('limited'),
    Refused: counted('invalid_signature') + counted('missing_parameter'),
  });

  const redis = new Redis(run.redisUrl);
  const quota = await redis.hmget(`{c:${demo.companyId}}:quota`, 'standard', 'intensive');
  redis.disconnect();
  expect(quota).toEqual(['400', '30']);
  const free = CALLS / 10;
  expect(counted('accepted')).toBe(400 + 30 + free);
}, 400_000);
