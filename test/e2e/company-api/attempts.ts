import type { RequestOptions } from '../../support/company-api.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import type { Fixtures, ValidRequest } from './owner-requests.ts';

export type TestInput = { companies: TwoCompanies; fixtures: Fixtures; requests: readonly ValidRequest[] };

export type Attempt = { description: string; options: RequestOptions; path?: string };
type Expected = number | readonly number[];

/**
 * Sends the attempts of every request and expects one of the statuses.
 *
 * @param namesField expects that the error names the invalid field
 */
export async function expectRejected(
  { companies, requests }: TestInput,
  attemptsOf: (request: ValidRequest) => Attempt[],
  expected: Expected,
  namesField = false,
): Promise<void> {
  const wrong: unknown[] = [];
  let count = 0;
  for (const request of requests) {
    for (const { description, options, path } of attemptsOf(request)) {
      count += 1;
      const { query, ...rest } = options;
      const send = () =>
        companies.ours.api.request(request.method, path ?? request.path, {
          ...rest,
          query: { ...request.query, ...query },
        });
      const response = await send().catch((error: unknown) => {
        if (!isBrokenConnection(error)) throw error;
        return send();
      });
      const field = response.json?.error?.details?.[0]?.field;
      if (![expected].flat().includes(response.status) || (namesField && !field))
        wrong.push([request.name, description, response.status, response.text.slice(0, 160)]);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
}

/** The gateway responds to a large body without reading it, so the connection can break while a slow client still sends. */
function isBrokenConnection(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return code === 'EPIPE' || code === 'ECONNRESET';
}
