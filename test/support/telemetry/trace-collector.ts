import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export type CollectedSpan = {
  service: string;
  /** The id of the process. */
  instance: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
};

/** Receives and stores traces like a collector (OTLP over HTTP with JSON). */
export type TraceCollector = { url: string; spans: CollectedSpan[]; close(): void };

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    for (const { resource, scopeSpans } of request.parse(JSON.parse(Buffer.concat(chunks).toString())).resourceSpans) {
      const service = String(resource.attributes['service.name']);
      const instance = String(resource.attributes['service.instance.id']);
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ service, instance, ...span })));
    }
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
