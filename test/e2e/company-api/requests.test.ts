import { createExampleRecorder } from '../../support/example-recorder.ts';
import { documentedRoutes } from '../../support/gateway/response-validator.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { commentTests } from './comments.ts';
import { curlTests } from './curl.ts';
import { cvListTests } from './cv-lists.ts';
import { cvTests } from './cvs.ts';
import { exportTests } from './exports-and-reference.ts';
import { generatedClientTests } from './generated-clients.ts';
import { legacyKeyTests } from './legacy-keys.ts';
import { ownerReadTests } from './owner-reads.ts';
import { pictureTests } from './pictures.ts';
import { signingPlugInTests } from './signing-plug-ins.ts';
import { specifiedRoutes } from './specified-routes.ts';
import { tagTests } from './tags.ts';
import { userTests } from './users.ts';

const recorder = createExampleRecorder(process.env.RECORD_EXAMPLES === '1');
let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies({ recorder });
}, 400_000);

afterAll(async () => {
  recorder.close();
  await companies?.stop();
});

describe('users', () => userTests(() => companies));
describe('CVs', () => cvTests(() => companies));
describe('pictures and protection of CVs', () => pictureTests(() => companies));
describe('tags, kind and manager', () => tagTests(() => companies));
describe('lists of CVs', () => cvListTests(() => companies));
describe('comments', () => commentTests(() => companies));
describe('endpoints shared with the user API', () => ownerReadTests(() => companies));
describe('exports and reference data', () => exportTests(() => companies));

describe('specified routes', () => {
  test('are the documented routes', () => {
    const routes = documentedRoutes(companies.document)
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.toSorted()).toEqual(specifiedRoutes.toSorted());
  });

  test('are all covered by successful requests', () => {
    const reached = specifiedRoutes.filter((route) => companies.reachedOperations.has(nameOf(route)));
    process.stdout.write(`Company API: ${reached.length} of ${specifiedRoutes.length} routes covered\n`);
    expect(specifiedRoutes.filter((route) => !reached.includes(route))).toEqual([]);
  });

  test('have recorded examples with the current shape', () => {
    expect(recorder.differences).toEqual([]);
  });
});

// After the tests of coverage, because these requests have no recorded examples.
describe('curl', () => curlTests(() => companies));
describe('historical keys', () => legacyKeyTests(() => companies));
describe('generated clients', () => generatedClientTests(() => companies));
describe('signing plug-ins', () => signingPlugInTests(() => companies));

function nameOf(route: string): string {
  return documentedRoutes(companies.document).find(({ method, path }) => `${method} ${path}` === route)?.name ?? '';
}
