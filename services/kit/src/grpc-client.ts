import {
  Client,
  type MethodDefinition as GrpcMethod,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { SpanKind } from '@opentelemetry/api';
import { service as health } from 'grpc-health-check';
import { type Caller, callerToMetadata } from './caller.ts';
import { VitaeError } from './errors.ts';
import { fromServiceError } from './grpc-error.ts';
import { createOutageGuard, type OutageGuard } from './outage-guard.ts';
import { OUTLIER_ROUND_ROBIN, outlierOptions } from './outlier-round-robin.ts';
import { createReplicaConnections } from './replica-connections.ts';
import type { ServiceIdentity } from './service-identity.ts';
import { inSpan, isTracing, traceHeaders } from './tracing.ts';

export type CallOptions = {
  /** Omitted for batches, whose items carry their callers. */
  caller?: Caller;
  deadlineMs?: number;
  /** Cancels the call, which then rejects as CANCELLED. The service aborts its work. */
  signal?: AbortSignal;
};

type Method<D, M extends keyof D> =
  D[M] extends MethodDefinition<infer I, infer _O, infer _R, infer P> ? { request: I; response: P } : never;

/** One function per method; it rejects with a VitaeError. */
export type Calls<D> = {
  [M in keyof D as string extends M ? never : M]: (
    request: Method<D, M>['request'],
    options?: CallOptions,
  ) => Promise<Method<D, M>['response']>;
};

export type GrpcClient<D> = {
  call: Calls<D>;
  /** Rejects if no connection is established within a second. */
  ready(): Promise<void>;
  close(): void;
};

export type GrpcClientOptions<D extends ServiceDefinition> = {
  /** The full service name, for example cv.resume.v1.ResumeService. */
  name: string;
  definition: D;
  /** host:port or dns:///name:port. Calls are balanced across all addresses of the name. */
  address: string;
  /** The read-only methods. Only these are retried. */
  reads: ReadonlyArray<Extract<keyof D, string>>;
  /** Proves to the service which process calls it. */
  identity: ServiceIdentity;
  deadlineMs?: number;
};

const DEADLINE_MS = 5_000;
const MAX_MESSAGE_BYTES = 80 * 1024 * 1024;

export function createGrpcClient<D extends ServiceDefinition>(options: GrpcClientOptions<D>): GrpcClient<D> {
  const { name, definition, address, reads, deadlineMs = DEADLINE_MS } = options;
  const connections = createReplicaConnections();
  const client = new Client(address, connections.credentials, {
    'grpc.service_config': JSON.stringify(serviceConfig(name, reads)),
    // Statistics that no one reads, updated with every call.
    'grpc.enable_channelz': 0,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc-node.flow_control_window': 4 * 1024 * 1024,
    ...outlierOptions(connections.health),
  });
  const { guard } = createOutageGuard({ check: () => connections.check(() => checkHealth(client)) });
  const call: Record<string, unknown> = {};
  for (const [method, signature] of Object.entries(definition)) {
    const send = unary(client, guard, signature, () => options.identity.token(name), deadlineMs);
    const rpcMethod = `${name}/${method}`;
    const span = { kind: SpanKind.CLIENT, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': rpcMethod } };
    call[method] = (request: object, options?: CallOptions) =>
      isTracing() ? inSpan(rpcMethod, span, () => send(request, options)) : send(request, options);
  }
  return {
    call: call as Calls<D>,
    ready: () =>
      new Promise((resolve, reject) => {
        client.waitForReady(Date.now() + 1_000, (error) => {
          if (error)
            reject(new VitaeError('UNAVAILABLE', 'service_unavailable', `${name} is not reachable.`, { cause: error }));
          else resolve();
        });
      }),
    close: () => client.close(),
  };
}

function unary(
  client: Client,
  guard: OutageGuard['guard'],
  method: GrpcMethod<object, object>,
  getToken: () => Promise<string>,
  defaultDeadlineMs: number,
) {
  return async (request: object, options: CallOptions = {}): Promise<object> => {
    const { caller, deadlineMs = defaultDeadlineMs, signal } = options;
    const metadata = caller ? callerToMetadata(caller) : new Metadata();
    metadata.set('authorization', `Bearer ${await getToken()}`);
    if (isTracing()) for (const [header, value] of Object.entries(traceHeaders())) metadata.set(header, value);
    if (signal?.aborted) throw cancelled();
    const response = new Promise<object>((resolve, reject) => {
      const done = (error: ServiceError | null, response?: object) => {
        signal?.removeEventListener('abort', cancel);
        if (error) reject(signal?.aborted ? cancelled(error) : fromServiceError(error));
        else resolve(response as object);
      };
      const cancel = () => call.cancel();
      const call = client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        { deadline: Date.now() + deadlineMs },
        done,
      );
      signal?.addEventListener('abort', cancel, { once: true });
    });
    return guard(response);
  };
}

function cancelled(cause?: ServiceError): VitaeError {
  return new VitaeError('CANCELLED', 'request_aborted', 'The client disconnected.', { cause });
}

/** Ends the call. The outage guard times out earlier, and does not treat a pause of this process as an outage. */
const CHECK_DEADLINE_MS = 5_000;

/** Resolves if any replica responds to grpc.health.v1, even while it shuts down. The call needs no token. */
function checkHealth(client: Client): Promise<void> {
  const check = health.Check as GrpcMethod<object, object>;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      new Metadata(),
      { deadline: Date.now() + CHECK_DEADLINE_MS },
      (error) => {
        if (error?.code === status.UNAVAILABLE || error?.code === status.DEADLINE_EXCEEDED) reject(error);
        else resolve();
      },
    );
  });
}

// gRPC service config: reads are attempted up to three times while the service is unavailable, writes once.
function serviceConfig(service: string, reads: readonly string[]): object {
  return {
    loadBalancingConfig: [{ [OUTLIER_ROUND_ROBIN]: {} }],
    methodConfig: [
      {
        name: reads.map((method) => ({ service, method })),
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.05s',
          maxBackoff: '0.4s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
  };
}
