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
import { z } from 'zod';
import { VitaeError } from './errors.ts';
import { httpUrl } from './settings.ts';

/** Where traces go, in the settings of each process. The names are OpenTelemetry's own. */
export const tracingSettings = {
  /** A collector that takes OTLP over HTTP, such as http://collector:4318; nothing is traced without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  /** The share of requests that is traced, from 0 to 1. What one process decided holds for all that follow. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((share) => share >= 0 && share <= 1, 'must be a number from 0 to 1')
    .default(0.05),
};
export type TracingSettings = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_TRACES_SAMPLER_ARG: number };

// The API's tracers are global, and so is whether there is anybody to listen to them.
const state = { on: false };

export const isTracing = (): boolean => state.on;
const tracer = () => trace.getTracer('vitae');

/** Loads and starts the exporter when a collector is set; without one a span costs a look at a flag. */
export async function startTracing(service: string, settings: TracingSettings): Promise<{ close(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings;
  if (endpoint === undefined) return { close: async () => undefined };
  const { startTraceProvider } = await import('./trace-provider.ts');
  const close = startTraceProvider({ service, url: `${endpoint}/v1/traces`, share });
  state.on = true;
  return {
    close: async () => {
      state.on = false;
      await close();
    },
  };
}

/** Runs `work` in a span of its own. Attributes hold ids and names of ours, never what is in a document. */
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

/** A span that ends when its owner says so, and the context in which what belongs to it runs. */
export function openSpan(
  name: string,
  options: SpanOptions,
  parent = context.active(),
): { span: Span; within: Context } {
  const span = tracer().startSpan(name, options, parent);
  return { span, within: trace.setSpan(parent, span) };
}

export function failSpan(span: Span, error: unknown): void {
  // The reason is a word of ours; a message may quote what somebody sent.
  span.setStatus({ code: SpanStatusCode.ERROR, message: VitaeError.from(error).reason });
}

/** The headers that carry the span we are in to another process (W3C Trace Context). */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (state.on) propagation.inject(context.active(), headers);
  return headers;
}

/** The context that headers from another process tell of. */
export function contextFrom<Carrier>(carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
  return propagation.extract(context.active(), carrier, getter);
}

export const activeTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;
