import { Client, credentials } from '@grpc/grpc-js';
import { type GrpcFixture, openGrpcFixture } from '@vitae/test/support/kit/grpc-fixture';
import { createIdentityFixture } from '@vitae/test/support/kit/identity-fixture';
import { until } from '@vitae/test/support/until';
import { service as healthService } from 'grpc-health-check';
import { type Caller, companyCaller } from './caller.ts';
import { VitaeError } from './errors.ts';
import { createGrpcClient } from './grpc-client.ts';
import { isUnimplemented } from './grpc-error.ts';
import { MAX_CONCURRENT_PER_COMPANY } from './grpc-server.ts';

let grpc: GrpcFixture;
beforeAll(async () => {
  grpc = await openGrpcFixture();
});
afterAll(() => grpc.close());

describe('gRPC call', () => {
  test('transmits its caller', async () => {
    let seen: Caller | undefined;
    grpc.handler = async (_request, { caller }) => {
      seen = caller;
      return { items: [] };
    };
    const caller = { companyId: 7, userId: 8, applicationId: 9, requestId: 'req-1' };
    await grpc.client.call.BatchGetStats({ items: [] }, { caller });
    expect(seen).toEqual(caller);
  });

  test('transmits the code, reason, message and details of an error', async () => {
    grpc.handler = async () => {
      throw new VitaeError('NOT_FOUND', 'user_not_found', 'Es gibt keinen Nutzer „7“.', {
        details: [{ field: 'id', message: 'unknown' }],
      });
    };
    await expect(grpc.client.call.BatchGetStats({ items: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'user_not_found',
      message: 'Es gibt keinen Nutzer „7“.',
      details: [{ field: 'id', message: 'unknown' }],
    });
  });

  test('reports an unexpected error as internal, without its message', async () => {
    grpc.handler = async () => {
      throw new Error('secret');
    };
    const failure = await grpc.client.call.BatchGetStats({ items: [] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INTERNAL', reason: 'internal' });
    expect(String(failure)).not.toContain('secret');
  });

  test('fails as unavailable at its deadline and aborts the handler', async () => {
    const aborted = new Promise<void>((resolve) => {
      grpc.handler = (_request, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => resolve());
        });
    });
    await expect(grpc.client.call.BatchGetStats({ items: [] }, { deadlineMs: 500 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: 1,
    });
    await aborted;
  });

  test('is cancelled by its signal and aborts the handler', async () => {
    const client = new AbortController();
    const aborted = new Promise<void>((resolve) => {
      grpc.handler = (_request, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => resolve());
          client.abort();
        });
    });
    const call = grpc.client.call.BatchGetStats({ items: [] }, { signal: client.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await aborted;
    const before = grpc.client.call.BatchGetStats({ items: [] }, { signal: AbortSignal.abort() });
    await expect(before).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('attempts a read up to three times while the service is unavailable', async () => {
    let calls = 0;
    grpc.handler = async () => {
      calls += 1;
      if (calls < 3) throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'x');
      return { items: [] };
    };
    await expect(grpc.client.call.BatchGetStats({ items: [] })).resolves.toEqual({ items: [] });
    expect(calls).toBe(3);
  });

  test('never retries a write', async () => {
    const { contract, address, identity } = grpc;
    const writer = createGrpcClient({ ...contract, address, identity, reads: ['GetVisits' as never] });
    let calls = 0;
    grpc.handler = async () => {
      calls += 1;
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'x');
    };
    await expect(writer.call.BatchGetStats({ items: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    writer.close();
    expect(calls).toBe(1);
  });

  test('tells that a service of an earlier version has no such method', async () => {
    const { definition } = grpc.contract;
    const EraseUser = { ...definition.EraseUser, path: `/${grpc.contract.name}/LaterMethod` };
    const later = { ...grpc.contract, definition: { ...definition, EraseUser } };
    const client = createGrpcClient({ ...later, address: grpc.address, identity: grpc.identity, reads: [] });
    grpc.handler = async () => {
      throw new VitaeError('UNAVAILABLE', 'dependency_unavailable', 'Down');
    };
    const failures = [client.call.EraseUser({}), client.call.BatchGetStats({ items: [] })];
    const thrown = await Promise.all(failures.map((failure) => failure.catch((error: unknown) => error)));
    client.close();
    expect(thrown.map(isUnimplemented)).toEqual([true, false]);
  });

  test('rejects a process with an unknown service key before handling its request', async () => {
    const { identity } = createIdentityFixture();
    const unknown = createGrpcClient({ ...grpc.contract, address: grpc.address, identity, reads: [] });
    let calls = 0;
    grpc.handler = async () => {
      calls += 1;
      return { items: [] };
    };
    await expect(unknown.call.BatchGetStats({ items: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    unknown.close();
    expect(calls).toBe(0);
  });

  test.each(['cancelled', 'past its deadline'])(
    'that waits for a slot of its company and is %s is never handled',
    async (how) => {
      const [acme, globex] = [companyCaller(1, 'test'), companyCaller(2, 'test')];
      const { promise: held, resolve: end } = Promise.withResolvers<void>();
      const requestIds: string[] = [];
      grpc.handler = async (_request, { caller }) => {
        requestIds.push(caller.requestId);
        if (caller.companyId === acme.companyId) await held;
        return { items: [] };
      };
      const { BatchGetStats } = grpc.client.call;
      const running = Array.from({ length: MAX_CONCURRENT_PER_COMPANY }, () =>
        BatchGetStats({ items: [] }, { caller: acme }),
      );
      await until('all slots are in use', () => requestIds.length === running.length);
      const client = new AbortController();
      const waiting = BatchGetStats(
        { items: [] },
        {
          caller: { ...acme, requestId: 'waits' },
          signal: client.signal,
          ...(how !== 'cancelled' && { deadlineMs: 300 }),
        },
      );
      const ended = expect(waiting).rejects.toBeDefined();
      await BatchGetStats({ items: [] }, { caller: globex });
      await BatchGetStats({ items: [] });
      if (how === 'cancelled') client.abort();
      await ended;
      await BatchGetStats({ items: [] }); // follows the cancellation on the same connection
      end();
      await Promise.all(running);
      await BatchGetStats({ items: [] }, { caller: acme });
      expect(requestIds).not.toContain('waits');
    },
  );

  test('is rejected without a retry, and counted, if too many calls of its company wait', async () => {
    const caller = companyCaller(3, 'test');
    const { promise: held, resolve: end } = Promise.withResolvers<void>();
    let handled = 0;
    grpc.handler = async () => {
      handled += 1;
      await held;
      return { items: [] };
    };
    const count = 9 * MAX_CONCURRENT_PER_COMPANY + 5;
    const outcomes: string[] = [];
    const calls = Array.from({ length: count }, () =>
      grpc.client.call.BatchGetStats({ items: [] }, { caller }).then(
        () => outcomes.push('OK'),
        ({ code, reason, retryAfter }) => outcomes.push(`${code} ${reason} ${retryAfter}`),
      ),
    );
    await until('the excess calls are rejected', () => outcomes.length === 5);
    expect(handled).toBe(MAX_CONCURRENT_PER_COMPANY);
    end();
    await Promise.all(calls);
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'UNAVAILABLE overloaded 1'));
    expect(outcomes.slice(5)).toEqual(Array.from({ length: count - 5 }, () => 'OK'));
    expect(await grpc.metrics.render()).toMatch(
      /vitae_overloaded_calls_total\{rpc_method="[\w.]+\/BatchGetStats".*\} 5/,
    );
  });

  test('reports SERVING through the health service', async () => {
    const health = new Client(grpc.address, credentials.createInsecure());
    const { Check } = healthService;
    const response = await new Promise((resolve, reject) => {
      const done = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value));
      const request = { service: grpc.contract.name };
      health.makeUnaryRequest(
        Check?.path ?? '',
        Check?.requestSerialize as never,
        Check?.responseDeserialize as never,
        request,
        done,
      );
    });
    health.close();
    expect(response).toMatchObject({ status: 'SERVING' });
  });

  test('is recorded in the metrics by method and status', async () => {
    expect(await grpc.metrics.render()).toMatch(
      /rpc_server_call_duration_seconds_count\{.*rpc_method="[\w.]+\/BatchGetStats",rpc_response_status_code="NOT_FOUND".*\} 1/,
    );
  });
});
