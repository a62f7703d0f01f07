import { checkResponse } from './gateway/checked-fetch.ts';
import { signedPath } from './signer.ts';
import type { TestCluster } from './test-cluster.ts';

/** A response as a client sees it. `status` is 0 when no complete response arrived. */
export type ObservedResponse = { status: number; ms: number; retryAfter: string | null; at: number };

/** Returns a newly signed URL of a CV. */
export function signedCv({ gateways, demo }: TestCluster, index = 0): string {
  const cv = demo.cvIds[index % demo.cvIds.length];
  return `${gateways[index % gateways.length]}${signedPath('GET', `/api/v1/cv/${cv}`, demo)}`;
}

/** Sends a request to the API. A complete response is validated against the OpenAPI document. */
export async function observe(url: string, init: RequestInit = {}): Promise<ObservedResponse> {
  const at = performance.now();
  const response = await completeResponse(url, init);
  const ms = performance.now() - at;
  if (response === undefined) return { status: 0, ms, retryAfter: null, at };
  checkResponse(init.method ?? 'GET', url, response);
  return { status: response.status, ms, retryAfter: response.headers.get('retry-after'), at };
}

async function completeResponse(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined; // the tests expect connections to fail
  }
}

/** Sends requests one after the other. */
export async function observeSeries(cluster: TestCluster, count: number): Promise<ObservedResponse[]> {
  const responses: ObservedResponse[] = [];
  for (let index = 0; index < count; index += 1)
    responses.push(await explained(cluster, observe(signedCv(cluster, index))));
  return responses;
}

/** Adds the last output of the processes to an error. */
async function explained<T>(cluster: TestCluster, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    const output = cluster.output().trim().split('\n').slice(-5).join('\n');
    throw new Error(`${cause}\n${output}`, { cause });
  }
}

/** Expects what every failed dependency causes: 503 with Retry-After within a second, never 200 or 403. */
export function expectUnavailable(responses: readonly ObservedResponse[]): void {
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  for (const { retryAfter } of responses) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  // The timeout of one second counts event-loop ticks, which take longer on a loaded machine. Without the timeout a
  // response takes at least five seconds.
  expect(Math.min(...responses.map(({ ms }) => ms))).toBeLessThan(2_000);
}

/** Waits until all gateways respond with 200 twice in a row, and adds the duration to `recoveries`. */
export async function expectRecovery(cluster: TestCluster): Promise<void> {
  const started = performance.now();
  let inRow = 0;
  while (inRow < cluster.gateways.length * 2) {
    const { status } = await explained(cluster, observe(signedCv(cluster, inRow)));
    if (status === 200) inRow += 1;
    else {
      expect([0, 503]).toContain(status);
      inRow = 0;
    }
    if (performance.now() - started > 30_000) throw new Error(`Not recovered after 30 s: ${status}`);
  }
  recoveries.push(performance.now() - started);
}

/** Durations in milliseconds. */
export const recoveries: number[] = [];
