import { tracingChannel } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** The event that ioredis publishes for a command. Its arguments are not used, because they contain keys and values. */
type TracedCommand = {
  command: string;
  serverAddress: string;
  serverPort: number | undefined;
  error?: unknown;
  span?: Span;
};

/** Records spans of the Redis commands of sampled requests. Returns a function that stops. */
export function traceRedisCommands(): () => void {
  const tracer = trace.getTracer('vitae');
  const channel = tracingChannel<string, TracedCommand>('ioredis:command');
  const handlers = {
    start: (traced: TracedCommand) => {
      if (!trace.getActiveSpan()?.isRecording()) return;
      const operation = traced.command.toUpperCase();
      const attributes = {
        'db.system.name': 'redis',
        'db.operation.name': operation,
        'server.address': traced.serverAddress,
        ...(traced.serverPort && { 'server.port': traced.serverPort }),
      };
      traced.span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes });
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: ({ span, error }: TracedCommand) => {
      if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    error: () => undefined,
  };
  channel.subscribe(handlers);
  return () => void channel.unsubscribe(handlers);
}
