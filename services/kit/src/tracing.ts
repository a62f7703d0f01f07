import {
  type Context,
  context,
  propagation,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { VitaeError } from './errors.ts';
import { httpUrl, ratio } from './settings.ts';

/** The tracing settings of every process. The names are defined by OpenTelemetry. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl()
    .optional()
    .describe(
      'OpenTelemetry collector that accepts OTLP over HTTP, such as `http://collector:4318`. Without it, nothing is traced.',
    ),
  OTEL_TRACES_SAMPLER_ARG: ratio()
    .default(0.05)
    .describe('Ratio of traced requests. The decision of the first process applies to the whole trace.'),
};
export type TracingSettings = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_TRACES_SAMPLER_ARG: number };

// Global, like the tracers of the OpenTelemetry API.
const state = { on: false };

export const isTracing = (): boolean => state.on;
const tracer = () => trace.getTracer('vitae');

/** Starts the exporter if a collector is configured. The exporter is loaded only then, so that disabled tracing costs nothing. */
export async function startTracing(service: string, settings: TracingSettings): Promise<{ close(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: samplingRatio } = settings;
  if (endpoint === undefined) return { close: async () => undefined };
  const { startTraceProvider } = await import('./trace-provider.ts');
  const close = startTraceProvider({ service, url: `${endpoint}/v1/traces`, samplingRatio });
  state.on = true;
  return {
    close: async () => {
      state.on = false;
      await close();
    },
  };
}

/** Runs `work` in a new span. Attributes may contain ids and names from the code, never document content. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
  parent = context.active(),
): Promise<T> {
  if (!state.on) return work();
  return tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Starts a span that the caller must end. `within` is the context for its child spans. */
export function openSpan(
  name: string,
  options: SpanOptions,
  parent = context.active(),
): { span: Span; within: Context } {
  const span = tracer().startSpan(name, options, parent);
  return { span, within: trace.setSpan(parent, span) };
}

function failSpan(span: Span, error: unknown): void {
  // Not the message: it may quote user input.
  span.setStatus({ code: SpanStatusCode.ERROR, message: VitaeError.from(error).reason });
}

/** Marks the span of an operation of a library as failed, with the kind of its error. */
export function failOpenSpan(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the headers that propagate the current span to another process (W3C Trace Context). */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (state.on) propagation.inject(context.active(), headers);
  return headers;
}

/** Returns the trace context from the headers of another process. */
export function contextFrom<Carrier>(carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
  return propagation.extract(context.active(), carrier, getter);
}

export const activeTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;

/** Returns the id of the current trace if it is exported. */
export function sampledTraceId(): string | undefined {
  if (!state.on) return undefined;
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span.spanContext().traceId : undefined;
}

/** Returns whether the current request is exported. Spans of databases are created only then. */
export const isSampled = (): boolean => state.on && trace.getActiveSpan()?.isRecording() === true;
