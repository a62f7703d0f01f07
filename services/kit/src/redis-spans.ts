import { tracingChannel } from 'node:diagnostics_channel';
import { SpanKind } from '@opentelemetry/api';
import { failOpenSpan, isSampled, openSpan } from './tracing.ts';

/** What ioredis publishes about a command. Its arguments are never used: they contain keys and values. */
type TracedCommand = {
  command: string;
  serverAddress: string;
  serverPort: number | undefined;
  error?: unknown;
  span?: ReturnType<typeof openSpan>['span'];
};

/** Records spans of the Redis commands of sampled requests. Returns a function that stops. */
export function traceRedisCommands(): () => void {
  const channel = tracingChannel<string, TracedCommand>('ioredis:command');
  const handlers = {
    start: (traced: TracedCommand) => {
      if (!isSampled()) return;
      const operation = traced.command.toUpperCase();
      const attributes = {
        'db.system.name': 'redis',
        'db.operation.name': operation,
        'server.address': traced.serverAddress,
        ...(traced.serverPort && { 'server.port': traced.serverPort }),
      };
      traced.span = openSpan(operation, { kind: SpanKind.CLIENT, attributes }).span;
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: ({ span, error }: TracedCommand) => {
      if (span && error !== undefined) failOpenSpan(span, error);
      span?.end();
    },
    error: () => undefined,
  };
  channel.subscribe(handlers);
  return () => void channel.unsubscribe(handlers);
}
