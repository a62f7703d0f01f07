import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import type { Given } from './attempts.ts';
import { badAddresses } from './bad-addresses.ts';
import { badBodies } from './bad-bodies.ts';
import { badValues } from './bad-values.ts';
import { createFixtures, validCalls } from './valid-requests.ts';

let companies: TwoCompanies;
let given: Given;

beforeAll(async () => {
  companies = await startTwoCompanies();
  const fixtures = await createFixtures(companies.ours, 'Bad-input');
  given = { companies, fixtures, calls: validCalls(fixtures) };
}, 400_000);
afterAll(() => companies?.stop());

test('every operation has a call that is right', async () => {
  const documented = Object.entries(companies.document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(given.calls.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

describe('bodies', () => {
  badBodies(() => given);
  badValues(() => given);
});
badAddresses(() => given);

test('problem details for those who ask for them (RFC 9457)', async () => {
  const answer = await companies.ours.api.get('/api/v1/users/999999999', {
    headers: { Accept: 'application/problem+json' },
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.json).toMatchObject({ status: 404, reason: 'user_not_found' });
});
