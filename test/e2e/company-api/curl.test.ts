import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { createFixtures, validCalls } from './valid-calls.ts';

const run = promisify(execFile);
const AT_ONCE = 4;

let companies: TwoCompanies;

beforeAll(async () => {
  companies = await startTwoCompanies();
}, 150_000);
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
  // What deletes comes last, after everything that it is deleted from.
  const [lasting, deleting] = [
    calls.filter(({ method }) => method !== 'DELETE'),
    calls.filter(({ method }) => method === 'DELETE'),
  ];
  for (let start = 0; start < lasting.length; start += AT_ONCE) {
    await Promise.all(
      lasting.slice(start, start + AT_ONCE).map(async (call) => (statuses[call.name] = await statusOf(call))),
    );
  }
  for (const call of deleting) statuses[call.name] = await statusOf(call);
  expect(Object.entries(statuses).filter(([, status]) => status >= 300)).toEqual([]);
  expect(Object.keys(statuses)).toHaveLength(calls.length);
}, 180_000);
