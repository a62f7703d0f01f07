import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { SpanKind, type TextMapGetter } from '@opentelemetry/api';
import { HealthImplementation } from 'grpc-health-check';
import { type Caller, callerFromMetadata } from './caller.ts';
import { createCompanySlots } from './company-slots.ts';
import { VitaeError } from './errors.ts';
import { toServiceError } from './grpc-error.ts';
import { type Logger, withFields } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createOutageGuard } from './outage-guard.ts';
import { PROCESS_SERVICE, PROCESS_STATE, type ProcessState, processStateDefinition } from './process-state.ts';
import type { AuthorizeCall } from './service-identity.ts';
import { contextFrom, inSpan, isTracing, sampledTraceId } from './tracing.ts';

/** What a handler receives in addition to its request. */
export type CallContext = {
  caller: Caller;
  /** The name of the process that makes the call, such as `gateway`. */
  process: string;
  /** Aborted when the client cancels or the deadline passes. */
  signal: AbortSignal;
  log: Logger;
  /** Lets another call of the company start, for work that is limited in another way. */
  releaseSlot(): void;
};

type Method<D, M extends keyof D> =
  D[M] extends MethodDefinition<infer _I, infer O, infer R, infer _P> ? { request: R; response: O } : never;

/** One async function per method of a service. */
export type Handlers<D> = {
  [M in keyof D as string extends M ? never : M]: (
    request: Method<D, M>['request'],
    context: CallContext,
  ) => Promise<Method<D, M>['response']>;
};

export type GrpcServer = {
  /** Returns the port, which the system chooses if `port` is 0. */
  start(host: string, port: number): Promise<number>;
  /** Reports NOT_SERVING, waits for running calls for at most `ms`, then closes. */
  drain(ms: number): Promise<void>;
};

export type GrpcServerOptions<D extends ServiceDefinition> = {
  /** The full service name, for example cv.resume.v1.ResumeService. */
  name: string;
  definition: D;
  handlers: Handlers<D>;
  /** Decides which process may call which method, before the request is handled. */
  authorize: AuthorizeCall;
  log: Logger;
  metrics: Metrics;
  /** The ratio of successful calls that are logged. */
  logSuccessRatio?: number;
  /** Rejects while a dependency of the handlers is unavailable; waiting calls then fail as UNAVAILABLE. */
  ready?: () => Promise<void>;
  /** Further calls of the same company wait. */
  maxConcurrentPerCompany?: number;
  /** The connections to the database. Companies share them. */
  connections?: number | undefined;
  /** What `vitae doctor` reads. Without it, the service does not report its state. */
  state?: () => Promise<ProcessState>;
};

// A batch of 64 CVs of maximum size exceeds the default of 4 MB.
const MAX_MESSAGE_BYTES = 80 * 1024 * 1024;
/** A third of the connections to MongoDB. */
export const MAX_CONCURRENT_PER_COMPANY = 16;

export function createGrpcServer<D extends ServiceDefinition>(options: GrpcServerOptions<D>): GrpcServer {
  const { name, definition, log, metrics, state } = options;
  const measured = { ...options, calls: callMetrics(metrics) };
  const server = new Server({
    // Statistics that no one reads, updated with every call.
    'grpc.enable_channelz': 0,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // With the default window, a 5 KB document waits for an acknowledgement.
    'grpc-node.flow_control_window': 4 * 1024 * 1024,
  });
  server.addService(withoutSerialization(definition), implementation(measured));
  if (state) {
    const own = { name: PROCESS_SERVICE, definition: processStateDefinition, handlers: { [PROCESS_STATE]: state } };
    server.addService(
      withoutSerialization(processStateDefinition),
      implementation<ServiceDefinition>({ ...measured, ...own }),
    );
  }
  const health = new HealthImplementation({ '': 'SERVING', [name]: 'SERVING' });
  health.addToServer(server);
  return {
    start: (host, port) =>
      new Promise((resolve, reject) => {
        server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
          if (error) reject(error);
          else resolve(bound);
        });
      }),
    drain: async (ms) => {
      health.setStatus('', 'NOT_SERVING');
      health.setStatus(name, 'NOT_SERVING');
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => {
          log.warn('Shutdown timed out with calls still running');
          server.forceShutdown();
          resolve();
        }, ms);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      });
    },
  };
}

function implementation<D extends ServiceDefinition>({
  name,
  definition,
  handlers,
  authorize,
  log,
  calls: { seconds, overloaded },
  ready = async () => undefined,
  maxConcurrentPerCompany: maxConcurrent = MAX_CONCURRENT_PER_COMPANY,
  connections = Number.POSITIVE_INFINITY,
  logSuccessRatio = 0,
}: GrpcServerOptions<D> & { calls: ReturnType<typeof callMetrics> }): UntypedServiceImplementation {
  const { guard } = createOutageGuard({ check: ready });
  const slots = createCompanySlots({ maxConcurrent, connections }, guard);
  const byName = handlers as unknown as Record<string, (request: unknown, context: CallContext) => Promise<object>>;
  const implementations: UntypedServiceImplementation = {};
  for (const [method, { responseSerialize }] of Object.entries(definition as ServiceDefinition)) {
    const rpcMethod = `${name}/${method}`;
    const span = { kind: SpanKind.SERVER, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': rpcMethod } };
    const handler = byName[method];
    if (!handler) throw new Error(`No handler for ${method}`);
    implementations[method] = async (call: ServerUnaryCall<unknown, object>, respond: sendUnaryData<object>) => {
      const started = performance.now();
      const process = await authorize(tokenOf(call.metadata), method);
      if (process === undefined) {
        respond(UNAUTHORIZED);
        seconds.observe({ rpc_method: rpcMethod, rpc_response_status_code: 'UNAUTHENTICATED' }, 0);
        log.info({ method, code: 'UNAUTHENTICATED', durationMs: 0, outcome: 'unauthenticated' }, 'Call');
        return;
      }
      const caller = callerFromMetadata(call.metadata);
      const { companyId, requestId } = caller;
      const observe = (code: string, outcome: string, bytes: number) => {
        const durationMs = performance.now() - started;
        const labels = { rpc_method: rpcMethod, rpc_response_status_code: code };
        seconds.observe(labels, durationMs / 1000, sampledTraceId() ?? '');
        if (code === 'OK' && Math.random() >= logSuccessRatio) return;
        // Calls of background jobs have neither.
        const origin = { ...(companyId && { companyId }), ...(requestId && { requestId }) };
        const result = { code, outcome, durationMs: Math.round(durationMs * 10) / 10, bytes };
        log.info({ method, ...result, ...origin, service: process }, 'Call');
      };
      const context = contextOf(call, { caller, process }, log);
      const handle = () =>
        slots.run(context, (releaseSlot) => {
          context.releaseSlot = releaseSlot;
          return handler(call.request, context);
        });
      const respondTo = async () => {
        const bytes = responseSerialize(await handle());
        respond(null, bytes as never);
        observe('OK', 'ok', bytes.length);
      };
      const respondWithError = (thrown: unknown) => {
        // The caller receives no response.
        const error = call.cancelled
          ? new VitaeError('CANCELLED', 'request_aborted', 'The call was cancelled.')
          : VitaeError.from(thrown);
        const fields = { err: thrown, method, requestId, companyId };
        if (error.reason === 'overloaded') overloaded.inc({ rpc_method: rpcMethod });
        if (error.code === 'INTERNAL') log.error(fields, 'Call failed');
        else if (error.code === 'UNAVAILABLE') log.warn(fields, 'Call failed');
        respond(toServiceError(error));
        observe(error.code, error.reason, 0);
      };
      if (!isTracing()) return respondTo().catch(respondWithError);
      const run = async () => {
        try {
          await respondTo();
        } catch (thrown) {
          respondWithError(thrown);
          throw thrown;
        }
      };
      // The handler has already sent the error.
      await inSpan(rpcMethod, span, run, contextFrom(call.metadata, HEADERS)).catch(() => undefined);
    };
  }
  return implementations;
}

/** Handlers serialize responses themselves, because they log the size. */
function withoutSerialization(definition: ServiceDefinition): ServiceDefinition {
  const methods = Object.entries(definition).map(([name, method]) => [
    name,
    { ...method, responseSerialize: (bytes: Buffer) => bytes },
  ]);
  return Object.fromEntries(methods);
}

function callMetrics(metrics: Metrics) {
  return {
    seconds: metrics.histogram('rpc_server_call_duration_seconds', 'Duration of gRPC calls, by method and status', [
      'rpc_method',
      'rpc_response_status_code',
    ]),
    overloaded: metrics.counter(
      'vitae_overloaded_calls_total',
      'Calls rejected because their company has too many calls in progress',
      ['rpc_method'],
    ),
  };
}

const HEADERS: TextMapGetter<Metadata> = {
  keys: (metadata) => Object.keys(metadata.getMap()),
  get: (metadata, key) => metadata.get(key).map(String)[0],
};

// Sent without the error trailer, so that clients report the service as unavailable (grpc-error.ts).
const UNAUTHORIZED = { code: status.UNAUTHENTICATED, details: 'The calling process may not use this method' };

/** Returns the token of `authorization: Bearer …` (RFC 6750). */
function tokenOf(metadata: Metadata): string {
  return String(metadata.get('authorization')[0] ?? '').replace(/^Bearer /, '');
}

/** Creates the signal and the logger lazily: most calls use neither. */
function contextOf(
  call: ServerUnaryCall<unknown, object>,
  { caller, process }: Pick<CallContext, 'caller' | 'process'>,
  log: Logger,
): CallContext {
  let controller: AbortController | undefined;
  let own: Logger | undefined;
  return {
    caller,
    process,
    get signal() {
      if (!controller) {
        const created = new AbortController();
        controller = created;
        if (call.cancelled) created.abort();
        else call.on('cancelled', () => created.abort());
      }
      return controller.signal;
    },
    get log() {
      own ??= withFields(log, { requestId: caller.requestId });
      return own;
    },
    releaseSlot: () => undefined,
  };
}
