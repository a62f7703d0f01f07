import { createExampleRecorder } from '../../support/example-recorder.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { commentCalls } from './comments.ts';
import { cvListCalls } from './cv-lists.ts';
import { cvCalls } from './cvs.ts';
import { exportCalls } from './exports-and-reference.ts';
import { ownerReads } from './owner-reads.ts';
import { pictureCalls } from './pictures.ts';
import { rows } from './rows.ts';
import { tagCalls } from './tags.ts';
import { userCalls } from './users.ts';

const recorder = createExampleRecorder(process.env.RECORD_CALLS === '1');
let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies({ recorder });
}, 400_000);

afterAll(async () => {
  recorder.close();
  await companies?.stop();
});

describe('users', () => userCalls(() => companies));
describe('CVs', () => cvCalls(() => companies));
describe('pictures and protection of CVs', () => pictureCalls(() => companies));
describe('tags, kind and manager', () => tagCalls(() => companies));
describe('lists of CVs', () => cvListCalls(() => companies));
describe('comments', () => commentCalls(() => companies));
describe('what owners show, at the company’s addresses', () => ownerReads(() => companies));
describe('exports and reference data', () => exportCalls(() => companies));

describe('the list of rows', () => {
  test('is the route table', () => {
    const routes = Object.entries(companies.document.paths)
      .filter(([path]) => path.startsWith('/api/v1/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(routes.toSorted()).toEqual(rows.toSorted());
  });

  test('was reached whole, through the signed gateway', () => {
    const reached = rows.filter((row) => companies.reachedOperations.has(nameOf(row)));
    process.stdout.write(`Company API: ${reached.length} of ${rows.length} rows reached end to end\n`);
    expect(rows.filter((row) => !reached.includes(row))).toEqual([]);
  });

  test('has a recorded example of today’s shape for each call', () => {
    expect(recorder.differences).toEqual([]);
  });
});

function nameOf(row: string): string {
  const [method = '', path = ''] = row.split(' ');
  return companies.document.paths[path]?.[method.toLowerCase()]?.operationId ?? '';
}
