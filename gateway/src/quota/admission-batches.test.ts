import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Asked, createAdmissionBatches, type Decision, MAX_WAITING } from './admission-batches.ts';

const asked: Asked = {
  version: 1,
  overrule: false,
  field: 'k1 cv.read',
  type: 'standard',
  limit: 10,
  cause: '',
  nonce: '',
  stamp: 0,
};

/** A Redis that answers when it is told to. */
function stalledRedis() {
  const sent: { answer(numbers: number[]): void; fail(error: Error): void }[] = [];
  const vitaeAdmit = () => new Promise<number[]>((answer, fail) => sent.push({ answer, fail }));
  return { sent, redis: { defineCommand: () => undefined, vitaeAdmit } as unknown as Redis };
}

const outcomes = (calls: Promise<Decision>[]) =>
  Promise.all(calls.map((call) => call.then(({ code }) => code, String)));

test('what arrives in one turn goes together, and what arrives while batches are under way', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const calls: Promise<Decision>[] = [];
  for (let turn = 0; turn < 5; turn++) {
    calls.push(...Array.from({ length: 2 }, () => batches.decide(7, asked)));
    await nextTurn();
  }
  expect(sent).toHaveLength(3);
  for (let at = 0; at < 3; at++) sent[at]?.answer([60, 0, 1, 0, 0, 2, 0]);
  expect(await outcomes(calls.slice(0, 6))).toEqual(Array(6).fill(0));
  expect(sent).toHaveLength(4);
  sent[3]?.answer([60, ...Array.from({ length: 4 }, (_none, at) => [0, at, 0]).flat()]);
  expect(await outcomes(calls)).toEqual(Array(10).fill(0));
});

test('a batch that fails takes with it what waits: nothing of it is charged later', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const calls = Array.from({ length: 250 }, () => batches.decide(7, asked));
  await nextTurn();
  sent[0]?.fail(new Error('Command timed out'));
  expect(new Set(await outcomes(calls))).toEqual(new Set(['Error: Command timed out']));
  expect(sent).toHaveLength(1);

  const later = batches.decide(7, asked);
  await nextTurn();
  sent[1]?.answer([60, 0, 1, 0]);
  expect(await later).toEqual({ code: 0, standard: 1, intensive: 0, now: 60 });
});

test.each([
  ['another command’s', null],
  ['too short', [60]],
  ['too long', [60, 0, 1, 0, 0, 2, 0]],
])('an answer that is %s lets nobody in', async (_which, answer) => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const call = batches.decide(7, asked);
  await nextTurn();
  sent[0]?.answer(answer as number[]);
  await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
});

test('no more than so many calls of a company wait; another company is not concerned', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const calls = Array.from({ length: MAX_WAITING }, () => batches.decide(7, asked));
  await expect(batches.decide(7, asked)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const other = batches.decide(8, asked);
  await nextTurn();
  sent[1]?.answer([60, 0, 1, 0]);
  expect(await other).toMatchObject({ code: 0 });
  sent[0]?.fail(new Error('closed'));
  expect(await outcomes(calls)).toHaveLength(MAX_WAITING);
});
