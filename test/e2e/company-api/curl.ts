import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TwoCompanies } from '../../support/test-companies.ts';
import type { ValidRequest } from './owner-requests.ts';
import { createFixtures, validRequests } from './valid-requests.ts';

const run = promisify(execFile);

export function curlTests(companies: () => TwoCompanies): void {
  test('every operation can be called with curl, a key of `vitae key create` and a URL of `vitae sign`', async () => {
    const { ours, system } = companies();
    const requests = validRequests(await createFixtures(ours, 'Curl'));
    const statusOf = async ({ method, path, query = {}, body }: ValidRequest) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      const url = await system.sign(method, search ? `${path}?${search}` : path, ours.key);
      const sent = body ? ['-H', 'Content-Type: application/json', '--data-binary', JSON.stringify(body)] : [];
      const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-X', method, ...sent, url]);
      return Number(stdout);
    };
    const statuses: Record<string, number> = {};
    // Requests depend on each other: replacing the CV removes its experiences and their logos, and deletions come last.
    const isPicture = ({ name }: ValidRequest) => /^cv\.(?:photo|logo)/.test(name);
    const others = requests.filter((request) => !isPicture(request));
    const inOrder = [
      ...requests.filter(isPicture),
      ...others.filter(({ method }) => method !== 'DELETE'),
      ...others.filter(({ method }) => method === 'DELETE'),
    ];
    for (const request of inOrder) statuses[request.name] = await statusOf(request);
    expect(Object.entries(statuses).filter(([, status]) => status >= 300)).toEqual([]);
    expect(Object.keys(statuses)).toHaveLength(requests.length);
  }, 400_000);
}
