import { documentedRoutes } from '../../support/gateway/response-validator.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import type { TestInput } from './attempts.ts';
import { badBodies } from './bad-bodies.ts';
import { badPaths } from './bad-paths.ts';
import { badValues } from './bad-values.ts';
import { randomRequestTests } from './random-requests.ts';
import { createFixtures, validRequests } from './valid-requests.ts';

let companies: TwoCompanies;
let given: TestInput;

beforeAll(async () => {
  companies = await startTwoCompanies();
  const fixtures = await createFixtures(companies.ours, 'Bad-input');
  given = { companies, fixtures, requests: validRequests(fixtures) };
}, 400_000);
afterAll(() => companies?.stop());

test('there is a valid request of every operation', async () => {
  const documented = documentedRoutes(companies.document)
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ name }) => name);
  expect(given.requests.map(({ name }) => name).toSorted()).toEqual([...new Set(documented)].toSorted());
});

describe('bodies', () => {
  badBodies(() => given);
  badValues(() => given);
});
badPaths(() => given);

test('errors are problem details if the client accepts them (RFC 9457)', async () => {
  const response = await companies.ours.api.get('/api/v1/users/999999999', {
    headers: { Accept: 'application/problem+json' },
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.json).toMatchObject({ status: 404, reason: 'user_not_found' });
});

describe('random requests', () => randomRequestTests(() => companies));
