import { createWebVisitor } from '@vitae/gateway/scratch/web-visitor';
import { Redis } from 'ioredis';
import { type Client, createClient } from '../support/client.ts';
import { consumedOutcomes, type Outcomes } from '../support/consumption.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import { until } from '../support/until.ts';

const CALLS = 1_200;

let system: System;
let client: Client;
let run: RunFile;
let demo: NonNullable<RunFile['demo']>;

beforeAll(async () => {
  client = createClient(60);
  system = await startSystem({ gateways: 4 });
  run = await system.runFile();
  demo = run.demo as NonNullable<RunFile['demo']>;
}, 150_000);

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

/** What the page says of the last hour, by the columns of its CSV. */
async function onThePage(): Promise<Outcomes> {
  const visitor = createWebVisitor(system.url, '2001:db8::1');
  const page = await visitor.get('/settings/sign-in');
  await visitor.submit(page, '/settings/sign-in', demo.admin);
  const { status, text } = await visitor.get('/settings/consumption.csv');
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

test('under load the page, the quota and the clients count the same', async () => {
  await system.vitae(
    'company',
    'set-limits',
    '--company',
    String(demo.companyId),
    '--standard',
    '400',
    '--intensive',
    '30',
  );
  await until('enough of the minute left', () => new Date().getSeconds() < 25, 40_000);
  const pageBefore = await onThePage();
  const before = await consumedOutcomes(run, demo.companyId);
  const paths = Array.from({ length: CALLS }, (_none, index) => pathOf(index));
  const answers = await Promise.all(paths.map((path, index) => client.get(`${run.gateways[index % 4]}${path}`)));
  const after = await consumedOutcomes(run, demo.companyId);

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

  const page = await onThePage();
  for (const outcome of ['accepted', 'limited', 'invalid_signature', 'missing_parameter'])
    expect([outcome, (page[outcome] ?? 0) - (pageBefore[outcome] ?? 0)]).toEqual([outcome, counted(outcome)]);
  expect((page.calls ?? 0) - (pageBefore.calls ?? 0)).toBe(CALLS);

  const redis = new Redis(run.redisUrl);
  const quota = await redis.hmget(`{c:${demo.companyId}}:quota`, 'standard', 'intensive');
  redis.disconnect();
  expect(quota).toEqual(['400', '30']);
  const free = CALLS / 10;
  expect(counted('accepted')).toBe(400 + 30 + free);
}, 120_000);
