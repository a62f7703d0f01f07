import fc from 'fast-check';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { type RandomRequest, randomRequests } from './arbitrary-request.ts';
import type { Fixtures } from './owner-requests.ts';
import { createFixtures } from './valid-requests.ts';

const REQUESTS = process.env.VITAE_FULL === '1' ? 10_000 : 3_000;
const CONCURRENCY = 20;

export function randomRequestTests(companies: () => TwoCompanies): void {
  const ours: Fixtures[] = [];
  let theirs: Fixtures;

  beforeAll(async () => {
    theirs = await createFixtures(companies().theirs, 'Random-theirs');
    for (let set = 0; set < 30; set += 1) ours.push(await createFixtures(companies().ours, 'Random-ours'));
  }, 400_000);

  test(`${REQUESTS} random requests cause no 5xx, no undocumented response and no data of another company`, async () => {
    const statuses: Record<string, number> = {};
    const send = async ({ method, path, options }: RandomRequest) => {
      // The validator throws if the response violates the OpenAPI document.
      const sendOnce = () => companies().ours.api.request(method, path, options);
      let { status, text } = await sendOnce();
      // A 503 of a busy machine does not repeat; one that the request causes does.
      for (let attempts = 1; status === 503 && attempts < 3; attempts += 1) ({ status, text } = await sendOnce());
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 || text.includes('Random-theirs'))
        throw new Error(`${method} ${path} ${JSON.stringify(options)} → ${status} ${text.slice(0, 300)}`);
    };
    const batch = fc.array(randomRequests(ours, theirs), { minLength: CONCURRENCY, maxLength: CONCURRENCY });
    await fc.assert(
      fc.asyncProperty(batch, async (requests) => {
        await Promise.all(requests.map(send));
      }),
      { numRuns: REQUESTS / CONCURRENCY, endOnFailure: true },
    );
    process.stdout.write(`Random requests by status: ${JSON.stringify(statuses)}\n`);
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
    expect(Object.keys(statuses).length).toBeGreaterThan(6);
    expect((await companies().theirs.api.get(`/api/v1/cv/${theirs.cv}`)).status).toBe(200);
  }, 900_000);
}
