import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BatchRequest, type GrpcFixture, openGrpcFixture } from '@vitae/test/support/kit/grpc-fixture';
import { until } from '@vitae/test/support/until';
import { createBatchedRead } from './batched-read.ts';
import { companyCaller } from './caller.ts';

let grpc: GrpcFixture;
beforeAll(async () => {
  grpc = await openGrpcFixture();
});
afterAll(() => grpc.close());

describe('batched read', () => {
  const read = createBatchedRead<number, string>(async (items, deadlineMs) => {
    const response = await grpc.client.call.BatchGetStats(
      { items: items.map(({ caller, key }) => ({ caller, userId: key })) } as BatchRequest,
      { deadlineMs },
    );
    return response.items.map((item) => ({ status: item.status, value: String(item.json) }));
  });

  test('combines reads of one event-loop turn into one call, each with its own caller and result', async () => {
    const batches: { company: number | undefined; key: number }[][] = [];
    grpc.handler = async ({ items }) => {
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

  test('combines reads of consecutive event-loop turns into one call', async () => {
    const sizes: number[] = [];
    grpc.handler = async ({ items }) => {
      sizes.push(items.length);
      return { items: items.map(() => ({ status: { code: 0 }, json: Buffer.from('x') })) };
    };
    const first = read(1, companyCaller(1, 'r'));
    await nextTurn();
    await Promise.all([first, read(2, companyCaller(1, 'r'))]);
    expect(sizes).toEqual([2]);
  });

  test('sends equal reads of callers with the same rights once', async () => {
    const sent: { key: number; company: number | undefined; user: number | undefined }[] = [];
    grpc.handler = async ({ items }) => {
      sent.push(
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
    expect(sent).toEqual([
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

  test('combines reads that arrive during earlier calls into the next call', async () => {
    const sizes: number[] = [];
    const finish: (() => void)[] = [];
    grpc.handler = async ({ items }) => {
      sizes.push(items.length);
      await new Promise<void>((resolve) => finish.push(resolve));
      return { items: items.map(() => ({ status: { code: 0 }, json: Buffer.from('x') })) };
    };
    const callsRunning = (count: number) => until(`${count} calls`, () => finish.length === count);
    const first = read(1, companyCaller(1, 'r'));
    await callsRunning(1);
    const second = read(2, companyCaller(1, 'r'));
    await callsRunning(2);
    const later = Array.from({ length: 5 }, (_, index) => read(index + 3, companyCaller(1, 'r')));
    finish[0]?.();
    await first;
    await callsRunning(3);
    expect(sizes).toEqual([1, 1, 5]);
    for (const done of finish) done();
    await Promise.all([second, ...later]);
  });

  test('sends at most 64 reads in one call', async () => {
    const sizes: number[] = [];
    grpc.handler = async ({ items }) => {
      sizes.push(items.length);
      return { items: items.map(() => ({ status: { code: 0 }, json: Buffer.from('x') })) };
    };
    await Promise.all(Array.from({ length: 150 }, (_, index) => read(index, companyCaller(1, 'r'))));
    expect(sizes.toSorted((a, b) => a - b)).toEqual([22, 64, 64]);
  });

  test('fails only the reads for which the service returns no result', async () => {
    grpc.handler = async () => ({ items: [{ status: { code: 0 }, json: Buffer.from('first') }] });
    const results = await Promise.allSettled([read(1, companyCaller(1, 'r')), read(2, companyCaller(1, 'r'))]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('uses the shortest deadline of a batch for all its reads', async () => {
    grpc.handler = () => new Promise(() => undefined);
    const started = performance.now();
    const results = await Promise.allSettled([
      read(1, companyCaller(1, 'r'), 4_000),
      read(2, companyCaller(1, 'r'), 40),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(performance.now() - started).toBeLessThan(3_500);
  });
});
