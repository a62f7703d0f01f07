import { Client, credentials } from '@grpc/grpc-js';
import { contracts } from '@vitae/proto/contract';
import { service as healthService } from 'grpc-health-check';
import { createBatchedRead } from './batch.ts';
import { type Caller, companyCaller, requireCompany } from './caller.ts';
import { VitaeError } from './errors.ts';
import { createGrpcClient, type GrpcClient } from './grpc-client.ts';
import { type CallContext, createGrpcServer, type GrpcServer } from './grpc-server.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { scratchIdentity } from '@vitae/test/support/kit/identity-fixture';

const log = createLogger({ name: 'test', level: 'silent' });
const contract = contracts.stats();
type Definition = typeof contract.definition;
type Batch = Parameters<GrpcClient<Definition>['call']['BatchGetStats']>[0];

type Handle = (
  request: { items: { caller: Caller | null; userId: number }[] },
  context: CallContext,
) => Promise<object>;
let handle: Handle = async () => ({ items: [] });
let server: GrpcServer;
let port: number;
let client: GrpcClient<Definition>;
const metrics = createMetrics('test');
const { identity, admits } = scratchIdentity();

beforeAll(async () => {
  // Only the method under test: the contract grows with the service.
  const others = Object.fromEntries(Object.keys(contract.definition).map((method) => [method, async () => ({})]));
  const handlers = { ...others, BatchGetStats: (request: never, context: CallContext) => handle(request, context) };
  server = createGrpcServer({ ...contract, handlers: handlers as never, admits: admits(contract.name), log, metrics });
  port = await server.start('127.0.0.1', 0);
  client = createGrpcClient({ ...contract, address: `127.0.0.1:${port}`, identity, reads: ['BatchGetStats'] });
  // A second, which is what a process gives a service, is short for a first connection on a busy machine.
  await until(() =>
    client.ready().then(
      () => true,
      () => false,
    ),
  );
});

afterAll(async () => {
  client.close();
  await server.drain(1_000);
});

describe('a call between processes', () => {
  test('carries who it is made for', async () => {
    let seen: Caller | undefined;
    handle = async (_request, { caller }) => {
      seen = caller;
      return { items: [] };
    };
    const caller = { companyId: 7, userId: 8, applicationId: 9, requestId: 'req-1' };
    await client.call.BatchGetStats({ items: [] }, { caller });
    expect(seen).toEqual(caller);
  });

  test('an error arrives with its code, reason, message and fields', async () => {
    handle = async () => {
      throw new VitaeError('NOT_FOUND', 'user_not_found', 'Es gibt keinen Nutzer „7“.', {
        details: [{ field: 'id', message: 'unknown' }],
      });
    };
    await expect(client.call.BatchGetStats({ items: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'user_not_found',
      message: 'Es gibt keinen Nutzer „7“.',
      details: [{ field: 'id', message: 'unknown' }],
    });
  });

  test('what a handler did not foresee is "internal", without its message', async () => {
    handle = async () => {
      throw new Error('secret');
    };
    const failure = await client.call.BatchGetStats({ items: [] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INTERNAL', reason: 'internal' });
    expect(String(failure)).not.toContain('secret');
  });

  test('ends at its deadline as unavailable, and the handler is told', async () => {
    const aborted = new Promise<void>((resolve) => {
      handle = (_request, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => resolve());
        });
    });
    await expect(client.call.BatchGetStats({ items: [] }, { deadlineMs: 500 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfter: 1,
    });
    await aborted;
  });

  test('a read is tried again when the service was away for a moment, three times in all', async () => {
    let calls = 0;
    handle = async () => {
      calls += 1;
      if (calls < 3) throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'x');
      return { items: [] };
    };
    await expect(client.call.BatchGetStats({ items: [] })).resolves.toEqual({ items: [] });
    expect(calls).toBe(3);
  });

  test('a write is sent once, whatever becomes of it', async () => {
    const address = `127.0.0.1:${port}`;
    const writer = createGrpcClient({ ...contract, address, identity, reads: ['GetVisits' as never] });
    let calls = 0;
    handle = async () => {
      calls += 1;
      throw new VitaeError('UNAVAILABLE', 'database_unavailable', 'x');
    };
    await expect(writer.call.BatchGetStats({ items: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    writer.close();
    expect(calls).toBe(1);
  });

  test('a process that is not ours is refused before its request is read, and told that the service cannot be used', async () => {
    const { identity: strangers } = scratchIdentity();
    const stranger = createGrpcClient({ ...contract, address: `127.0.0.1:${port}`, identity: strangers, reads: [] });
    let calls = 0;
    handle = async () => {
      calls += 1;
      return { items: [] };
    };
    await expect(stranger.call.BatchGetStats({ items: [] })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    stranger.close();
    expect(calls).toBe(0);
  });

  test('the health service says that it serves', async () => {
    const health = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    const { Check } = healthService;
    const answer = await new Promise((resolve, reject) => {
      const done = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value));
      const request = { service: contract.name };
      health.makeUnaryRequest(
        Check?.path ?? '',
        Check?.requestSerialize as never,
        Check?.responseDeserialize as never,
        request,
        done,
      );
    });
    health.close();
    expect(answer).toMatchObject({ status: 'SERVING' });
  });

  test('is measured by method and status', async () => {
    expect(await metrics.registry.metrics()).toMatch(
      /grpc_server_handling_seconds_count\{.*method="BatchGetStats",code="NOT_FOUND".*\} 1/,
    );
  });
});

describe('reads of one turn', () => {
  const read = createBatchedRead<number, string>(async (items, deadlineMs) => {
    const response = await client.call.BatchGetStats(
      { items: items.map(({ caller, key }) => ({ caller, userId: key })) } as Batch,
      { deadlineMs },
    );
    return response.items.map((item) => ({ status: item.status, value: String(item.json) }));
  });

  test('become one call; each item has its own caller and its own end', async () => {
    const batches: { company: number | undefined; key: number }[][] = [];
    handle = async ({ items }) => {
      batches.push(items.map(({ caller, userId }) => ({ company: caller?.companyId, key: userId })));
      return {
        items: items.map(({ userId }) =>
          userId === 2
            ? { status: { code: 5, reason: 'user_not_found', message: 'No user 2.' } }
            : { status: { code: 0 }, json: Buffer.from(`u${userId}`) },
        ),
      };
    };
    const results = await Promise.allSettled([
      read(1, companyCaller(10, 'a')),
      read(2, companyCaller(11, 'b')),
      read(3, companyCaller(10, 'c')),
    ]);
    expect(batches).toEqual([
      [
        { company: 10, key: 1 },
        { company: 11, key: 2 },
        { company: 10, key: 3 },
      ],
    ]);
    expect(results[0]).toEqual({ status: 'fulfilled', value: 'u1' });
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND', reason: 'user_not_found' } });
    expect(results[2]).toEqual({ status: 'fulfilled', value: 'u3' });
  });

  test('ask once for what several want who have the same rights', async () => {
    const asked: { key: number; company: number | undefined; user: number | undefined }[] = [];
    handle = async ({ items }) => {
      asked.push(
        ...items.map(({ caller, userId }) => ({ key: userId, company: caller?.companyId, user: caller?.userId })),
      );
      return {
        items: items.map(({ userId }) =>
          userId === 2
            ? { status: { code: 5, reason: 'user_not_found', message: 'No user 2.' } }
            : { status: { code: 0 }, json: Buffer.from(`u${userId}`) },
        ),
      };
    };
    const owner = { ...companyCaller(10, 'd'), userId: 7 };
    const results = await Promise.allSettled([
      read(1, companyCaller(10, 'a')),
      read(2, companyCaller(10, 'b')),
      read(1, companyCaller(10, 'c')),
      read(1, owner),
      read(2, companyCaller(10, 'e')),
      read(1, companyCaller(11, 'f')),
    ]);
    expect(asked).toEqual([
      { key: 1, company: 10, user: 0 },
      { key: 2, company: 10, user: 0 },
      { key: 1, company: 10, user: 7 },
      { key: 1, company: 11, user: 0 },
    ]);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.reason))).toEqual([
      'u1',
      'user_not_found',
      'u1',
      'u1',
      'user_not_found',
      'u1',
    ]);
  });

  test('what arrives while two are under way travels together in the third', async () => {
    const sizes: number[] = [];
    const answers: (() => void)[] = [];
    handle = async ({ items }) => {
      sizes.push(items.length);
      await new Promise<void>((resolve) => answers.push(resolve));
      return { items: items.map(() => ({ status: { code: 0 }, json: Buffer.from('x') })) };
    };
    const under = (count: number) => until(() => answers.length === count);
    const first = read(1, companyCaller(1, 'r'));
    await under(1);
    const second = read(2, companyCaller(1, 'r'));
    await under(2);
    const later = Array.from({ length: 5 }, (_, index) => read(index + 3, companyCaller(1, 'r')));
    answers[0]?.();
    await first;
    await under(3);
    expect(sizes).toEqual([1, 1, 5]);
    for (const answer of answers) answer();
    await Promise.all([second, ...later]);
  });

  test('no more than 64 travel together', async () => {
    const sizes: number[] = [];
    handle = async ({ items }) => {
      sizes.push(items.length);
      return { items: items.map(() => ({ status: { code: 0 }, json: Buffer.from('x') })) };
    };
    await Promise.all(Array.from({ length: 150 }, (_, index) => read(index, companyCaller(1, 'r'))));
    expect(sizes.toSorted((a, b) => a - b)).toEqual([22, 64, 64]);
  });

  test('a service that answers fewer items than asked fails those, and only those', async () => {
    handle = async () => ({ items: [{ status: { code: 0 }, json: Buffer.from('first') }] });
    const results = await Promise.allSettled([read(1, companyCaller(1, 'r')), read(2, companyCaller(1, 'r'))]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('the tightest deadline counts for all', async () => {
    handle = () => new Promise(() => undefined);
    const started = performance.now();
    const results = await Promise.allSettled([
      read(1, companyCaller(1, 'r'), 4_000),
      read(2, companyCaller(1, 'r'), 40),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(performance.now() - started).toBeLessThan(3_500);
  });
});

test('a call that names no company is refused', () => {
  expect(() => requireCompany({ companyId: 0 })).toThrow(VitaeError);
});

/** Turns of the event loop until the condition holds; jest's limit ends a wait in vain. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
