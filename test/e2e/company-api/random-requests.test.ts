import fc from 'fast-check';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { type RandomCall, randomCalls } from './random-requests.ts';
import { createFixtures, type Fixtures } from './valid-requests.ts';

const CALLS = 10_000;
const AT_ONCE = 20;

let companies: TwoCompanies;
const ours: Fixtures[] = [];
let theirs: Fixtures;

beforeAll(async () => {
  companies = await startTwoCompanies();
  theirs = await createFixtures(companies.theirs, 'Random-theirs');
  for (let set = 0; set < 30; set += 1) ours.push(await createFixtures(companies.ours, 'Random-ours'));
}, 400_000);
afterAll(() => companies?.stop());

test(`${CALLS} random calls: no 5xx, every answer as documented, nothing of another company`, async () => {
  const statuses: Record<string, number> = {};
  const send = async ({ method, path, options }: RandomCall) => {
    // The validator throws on an answer that the document does not allow.
    const answered = () => companies.ours.api.request(method, path, options);
    let { status, text } = await answered();
    // A machine that had no time for a service is one to try again; what a call itself brings about comes again.
    for (let tries = 1; status === 503 && tries < 3; tries += 1) ({ status, text } = await answered());
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 || text.includes('Random-theirs'))
      throw new Error(`${method} ${path} ${JSON.stringify(options)} → ${status} ${text.slice(0, 300)}`);
  };
  const batch = fc.array(randomCalls(ours, theirs), { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (calls) => {
      await Promise.all(calls.map(send));
    }),
    { numRuns: CALLS / AT_ONCE, endOnFailure: true },
  );
  process.stdout.write(`Random calls by status: ${JSON.stringify(statuses)}\n`);
  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(CALLS);
  expect(Object.keys(statuses).length).toBeGreaterThan(6);
  expect((await companies.theirs.api.get(`/api/v1/cv/${theirs.cv}`)).status).toBe(200);
}, 900_000);
