import { openCompanyApi } from '../../support/company-api.ts';
import { setLimits } from '../../support/limits.ts';
import { minuteAfter, minuteNow } from '../../support/minutes.ts';
import type { Key } from '../../support/signer.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { createFixtures, validCalls } from './valid-requests.ts';

const INTENSIVE = ['cv.export', 'tags.users', 'users.delete', 'users.search', 'users.update'];

// Enough for every standard call on each of four gateways.
const STANDARD = 1_000;

let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies({ gateways: 4 });
}, 400_000);
afterAll(() => companies?.stop());

/** Every call on each gateway at once, and what was left after them; undefined where their minute ended meanwhile. */
async function burst(key: Key, gateways: readonly string[]) {
  // Of its own: some calls delete what others are for.
  const fixtures = await createFixtures(companies.ours, 'Intensive');
  const apis = await Promise.all(gateways.map(async (url) => (await openCompanyApi(url)).api(key)));
  const calls = validCalls(fixtures).filter(({ name }) => name !== 'rate-limit.read');
  const intensive = calls.filter(({ name }) => INTENSIVE.includes(name));
  const standard = calls.filter(({ name }) => !INTENSIVE.includes(name));
  expect(intensive.map(({ name }) => name).toSorted()).toEqual(INTENSIVE);

  // A minute of its own, with enough of it left.
  const minute = await minuteAfter(minuteNow());
  const everywhere = apis.flatMap((api) => [
    ...standard.map((call) => ({ call, sent: api.request(call.method, call.path, call) })),
    ...[1, 2, 3].flatMap(() => intensive.map((call) => ({ call, sent: api.request(call.method, call.path, call) }))),
  ]);
  const answers = await Promise.all(everywhere.map(async ({ call, sent }) => ({ call, answer: await sent })));
  const quotas = (await apis[0]?.get('/api/v1/rate-limit'))?.json;
  return minuteNow() === minute ? { answers, quotas, standard } : undefined;
}

test('the five calls of the specification count as intensive, all others as standard, exactly, on four gateways at once', async () => {
  const { system, ours } = companies;
  const company = ['--company', String(ours.id)];
  await setLimits(system, ours.id, { standard: STANDARD, intensive: 10 });
  const key = await system.vitae<Key>('key', 'create', ...company);
  const { gateways } = await system.runFile();
  let seen = await burst(key, gateways);
  while (!seen) seen = await burst(key, gateways);
  const { answers, quotas, standard } = seen;

  const limited = answers.filter(({ answer }) => answer.status === 429);
  expect(limited.every(({ call }) => INTENSIVE.includes(call.name))).toBe(true);
  expect(limited).toHaveLength(4 * 3 * 5 - 10);
  for (const { call, answer } of answers) {
    expect([call.name, answer.headers.get('x-ratelimit-limit')]).toEqual([
      call.name,
      INTENSIVE.includes(call.name) ? '10' : String(STANDARD),
    ]);
  }
  expect([quotas.intensive.remaining, quotas.standard.remaining]).toEqual([0, STANDARD - 4 * standard.length]);
}, 400_000);
