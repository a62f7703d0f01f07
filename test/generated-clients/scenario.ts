import assert from 'node:assert/strict';

const { VITAE_URL, VITAE_KEY, VITAE_SECRET, PREFIX } = process.env;
assert(VITAE_URL && VITAE_KEY && VITAE_SECRET && PREFIX);

export const credentials = { url: VITAE_URL, key: VITAE_KEY, secret: VITAE_SECRET };
export const prefix = PREFIX;

const requests: string[] = [];

/** Records a request and returns the typed body of its response. */
export function expectStatus<Body>(
  name: string,
  status: number,
  result: { response?: Response; data?: Body; error?: unknown },
): NonNullable<Body> {
  assert.equal(result.response?.status, status, `${name}: ${JSON.stringify(result.error)}`);
  requests.push(name);
  return result.data as NonNullable<Body>;
}

/** Prints the names of the requests. */
export function printRequests(): void {
  process.stdout.write(JSON.stringify(requests));
}
