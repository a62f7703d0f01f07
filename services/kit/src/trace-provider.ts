import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { traceRedisCommands } from './redis-spans.ts';

export type TraceProviderOptions = { service: string; url: string; samplingRatio: number };

/** Exports spans in background batches and drops those that the collector does not accept. Returns a shutdown function. */
export function startTraceProvider({ service, url, samplingRatio }: TraceProviderOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `vitae-${service}`,
      // A process id is the same in every container.
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: 2_000 }),
        maxQueueSize: 2_048,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: 2_500,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const stopTracingRedis = traceRedisCommands();
  return () => {
    stopTracingRedis();
    return provider.shutdown();
  };
}
