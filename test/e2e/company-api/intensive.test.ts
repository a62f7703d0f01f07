import { openCompanyApi } from '../../support/company-api.ts';
import { setLimits } from '../../support/limits.ts';
import { minuteAfter, minuteNow } from '../../support/minutes.ts';
import type { Key } from '../../support/signer.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { createFixtures, validRequests } from './valid-requests.ts';

const INTENSIVE = ['cv.export', 'tags.users', 'users.delete', 'users.search', 'users.update'];

// Enough for all standard requests on four gateways.
const STANDARD = 1_000;

let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies({ gateways: 4 });
}, 400_000);
afterAll(() => companies?.stop());

/**
 * Sends every request to all gateways concurrently. Returns undefined if the minute ended before the last response.
 */
async function burst(key: Key, gateways: readonly string[]) {
  // New for each burst, because the requests delete some.
  const fixtures = await createFixtures(companies.ours, 'Intensive');
  const apis = await Promise.all(gateways.map(async (url) => (await openCompanyApi(url)).api(key)));
  const requests = validRequests(fixtures).filter(({ name }) => name !== 'rate-limit.read');
  const intensive = requests.filter(({ name }) => INTENSIVE.includes(name));
  const standard = requests.filter(({ name }) => !INTENSIVE.includes(name));
  expect(intensive.map(({ name }) => name).toSorted()).toEqual(INTENSIVE);

  const minute = await minuteAfter(0);
  const readQuotas = async () => (await apis[0]?.get('/api/v1/rate-limit'))?.json;
  // The fixtures may have used quota of this minute.
  const before = await readQuotas();
  const everywhere = apis.flatMap((api) =>
    [...standard, ...intensive, ...intensive, ...intensive].map(async (request) => {
      const { status, headers } = await api.request(request.method, request.path, request);
      return { name: request.name, status, headers };
    }),
  );
  const responses = await Promise.all(everywhere);
  const after = await readQuotas();
  return minuteNow() === minute ? { responses, before, after, standard } : undefined;
}

test('charges the five intensive endpoints and all others to separate quotas exactly, on four gateways', async () => {
  const { system, ours } = companies;
  const company = ['--company', String(ours.id)];
  await setLimits(system, ours.id, { standard: STANDARD, intensive: 10 });
  const key = await system.vitae<Key>('key', 'create', ...company);
  const { gateways } = await system.runFile();
  let result = await burst(key, gateways);
  while (!result) result = await burst(key, gateways);
  const { responses, before, after, standard } = result;

  const limited = responses.filter(({ status }) => status === 429);
  expect(limited.every(({ name }) => INTENSIVE.includes(name))).toBe(true);
  expect(limited).toHaveLength(4 * 3 * 5 - before.intensive.remaining);
  for (const { name, headers } of responses) {
    const limit = INTENSIVE.includes(name) ? '10' : String(STANDARD);
    expect([name, headers.get('x-ratelimit-limit')]).toEqual([name, limit]);
  }
  const charged = before.standard.remaining - after.standard.remaining;
  expect([after.intensive.remaining, charged]).toEqual([0, 4 * standard.length]);
}, 400_000);
