import type { Metrics } from '@vitae/kit/metrics';

export type RequestMetrics = {
  /** `endpoint` is a route's name, never a path. */
  observe(endpoint: string, status: number, milliseconds: number): void;
};

export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const seconds = metrics.histogram('vitae_gateway_request_seconds', 'Time from request to answer', [
    'endpoint',
    'status',
  ]);
  const children = new Map<string, ReturnType<typeof seconds.labels>>();
  return {
    observe: (endpoint, status, milliseconds) => {
      const key = `${endpoint} ${status}`;
      const child = children.get(key) ?? seconds.labels(endpoint, String(status));
      children.set(key, child);
      child.observe(milliseconds / 1_000);
    },
  };
}
