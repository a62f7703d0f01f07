import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTracing } from '@vitae/kit/tracing';
import type { Span as QueueSpan, Telemetry } from 'bullmq';

const OPERATIONS: Record<string, { name: string; type: string }> = {
  add: { name: 'send', type: 'send' },
  addBulk: { name: 'send', type: 'send' },
  process: { name: 'process', type: 'process' },
};

/**
 * Returns the option of a queue or worker that traces jobs, if tracing is on. A job carries the context of the request
 * that added it. Unlike bullmq-otel, this does not trace the maintenance of the queue, and spans contain no payload,
 * options or error messages.
 */
export function queueTracing(queue: string): { telemetry?: Telemetry } {
  if (!isTracing()) return {};
  const tracer = trace.getTracer('vitae');
  return {
    telemetry: {
      contextManager: {
        active: () => context.active(),
        with: (active, work) => context.with(active, work),
        getMetadata: (active) => {
          const carrier = {};
          propagation.inject(active, carrier);
          return JSON.stringify(carrier);
        },
        fromMetadata: (active, metadata) => propagation.extract(active, JSON.parse(metadata)),
      },
      tracer: {
        startSpan: (name, _options, parent) => {
          const operation = OPERATIONS[name.split(' ')[0] ?? ''];
          if (!operation) return untraced;
          const attributes = {
            'messaging.system': 'bullmq',
            'messaging.destination.name': queue,
            'messaging.operation.name': operation.name,
            'messaging.operation.type': operation.type,
          };
          const kind = operation.type === 'process' ? SpanKind.CONSUMER : SpanKind.PRODUCER;
          return toQueueSpan(tracer.startSpan(`${operation.name} ${queue}`, { kind, attributes }, parent));
        },
      },
    },
  };
}

function toQueueSpan(span: Span): QueueSpan {
  return {
    setSpanOnContext: (active) => trace.setSpan(active, span),
    setAttribute: () => undefined,
    setAttributes: () => undefined,
    addEvent: () => undefined,
    recordException: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}

const untraced: QueueSpan = {
  setSpanOnContext: (active) => active,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};
