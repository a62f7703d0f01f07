import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { createFixtures, validCalls } from './valid-requests.ts';

const run = promisify(execFile);

let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies();
}, 400_000);
afterAll(() => companies?.stop());

test('curl reaches every call with a key of `vitae key create` and a URL of `vitae sign`', async () => {
  const { ours, system } = companies;
  const calls = validCalls(await createFixtures(ours, 'Curl'));
  const statusOf = async ({ method, path, query = {}, body }: (typeof calls)[number]) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    const url = await system.sign(method, search ? `${path}?${search}` : path, ours.key);
    const sent = body ? ['-H', 'Content-Type: application/json', '--data-binary', JSON.stringify(body)] : [];
    const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', method, ...sent, url]);
    return Number(stdout);
  };
  const statuses: Record<string, number> = {};
  // In order: some need what another has made. Pictures before the CV is replaced with all that they belong to; what deletes comes last.
  const isPicture = ({ name }: (typeof calls)[number]) => /^cv\.(?:photo|logo)/.test(name);
  for (const call of calls.filter(isPicture)) statuses[call.name] = await statusOf(call);
  const others = calls.filter((call) => !isPicture(call));
  const [lasting, deleting] = [
    others.filter(({ method }) => method !== 'DELETE'),
    others.filter(({ method }) => method === 'DELETE'),
  ];
  for (const call of lasting) statuses[call.name] = await statusOf(call);
  for (const call of deleting) statuses[call.name] = await statusOf(call);
  expect(Object.entries(statuses).filter(([, status]) => status >= 300)).toEqual([]);
  expect(Object.keys(statuses)).toHaveLength(calls.length);
}, 400_000);
