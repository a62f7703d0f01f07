import { checkedFetch } from './gateway/checked-fetch.ts';
import { type Key, signedPath } from './signer.ts';
import type { TestCluster } from './test-cluster.ts';
import { until } from './until.ts';

export type RequestOptions = { method?: string; parameters?: Record<string, string>; body?: BodyInit; type?: string };

/** Sends requests that are signed with a key of the demo company. */
export function clientOf(system: TestCluster, key: Key = system.demo) {
  const sign = (path: string, { method = 'GET', parameters = {} }: RequestOptions = {}) =>
    `${system.gateways[0]}${signedPath(method, path, key, parameters)}`;
  // A 503 of a busy machine is retried with a new signature.
  const send = (path: string, options: RequestOptions = {}) =>
    until(`a response from ${path}`, async () => {
      const response = await checkedFetch(sign(path, options), {
        method: options.method ?? 'GET',
        body: options.body ?? null,
        headers: options.body ? { 'Content-Type': options.type ?? 'application/json' } : {},
      });
      return response.status !== 503 && response;
    });
  const bytesOf = async (path: string, options: RequestOptions = {}): Promise<Buffer> => {
    const response = await send(path, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes}`);
    return bytes;
  };
  return { sign, send, bytesOf };
}
