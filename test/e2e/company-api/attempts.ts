import type { RequestOptions } from '../../support/company-api.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import type { Fixtures, ValidCall } from './valid-requests.ts';

/** What the calls are made with. */
export type Given = { companies: TwoCompanies; fixtures: Fixtures; calls: readonly ValidCall[] };

export type Attempt = { what: string; options: RequestOptions; path?: string };
type Expected = number | readonly number[];

/** Makes every attempt at every call that it is made for, and collects those that were not refused as expected. */
export async function refused(
  { companies, calls }: Given,
  attemptsOf: (call: ValidCall) => Attempt[],
  expected: Expected,
  named = false,
): Promise<void> {
  const wrong: unknown[] = [];
  let count = 0;
  for (const call of calls) {
    for (const { what, options, path } of attemptsOf(call)) {
      count += 1;
      const { query, ...rest } = options;
      const answer = await companies.ours.api.request(call.method, path ?? call.path, {
        ...rest,
        query: { ...call.query, ...query },
      });
      const field = answer.json?.error?.details?.[0]?.field;
      if (![expected].flat().includes(answer.status) || (named && !field))
        wrong.push([call.name, what, answer.status, answer.text.slice(0, 160)]);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
}
