import { setImmediate as nextTurn } from 'node:timers/promises';
import { versionKey } from '@vitae/accounts/quota/redis-keys';
import { afterBatchingTurns } from '@vitae/kit/batching-turns';
import type { Redis } from 'ioredis';
import {
  type AdmissionDecision,
  type AdmissionRequest,
  createAdmissionBatches,
  MAX_PENDING_REQUESTS,
} from './admission-batches.ts';

const request: AdmissionRequest = {
  version: 1,
  forceVersion: false,
  consumptionField: 'k1 cv.read',
  quota: 'standard',
  limit: 10,
  rejectionCause: undefined,
  nonce: undefined,
};

/** A Redis whose replies the test controls. */
function stalledRedis() {
  const sent: { args: (string | number)[]; reply(numbers: number[]): void; fail(error: Error): void }[] = [];
  const vitaeAdmit = (keys: number, ...keysAndArguments: (string | number)[]) =>
    new Promise<number[]>((reply, fail) => sent.push({ args: keysAndArguments.slice(keys), reply, fail }));
  return { sent, redis: { defineCommand: () => undefined, vitaeAdmit } as unknown as Redis };
}

/** Resolves when all currently waiting requests have been sent. */
const batchingTurns = () => new Promise<void>((resolve) => afterBatchingTurns(resolve));

const outcomes = (decisions: Promise<AdmissionDecision>[]) =>
  Promise.all(decisions.map((decision) => decision.then(({ result }) => result, String)));

test('batches requests of a few event-loop turns and requests that arrive while batches are in flight', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  // The second round verifies that the limit still holds after batches have ended.
  for (let round = 0; round < 2; round++) {
    const earlier = sent.length;
    const decisions: Promise<AdmissionDecision>[] = [];
    for (let turn = 0; turn < 5; turn++) {
      decisions.push(...Array.from({ length: 2 }, () => batches.decide(7, request)));
      await batchingTurns();
    }
    expect(sent).toHaveLength(earlier + 3);
    for (let at = earlier; at < earlier + 3; at++) sent[at]?.reply([60, 0, 1, 0, 0, 2, 0]);
    expect(await outcomes(decisions.slice(0, 6))).toEqual(Array(6).fill('accepted'));
    await batchingTurns();
    expect(sent).toHaveLength(earlier + 4);
    sent[earlier + 3]?.reply([60, ...Array.from({ length: 4 }, (_none, at) => [0, at, 0]).flat()]);
    expect(await outcomes(decisions)).toEqual(Array(10).fill('accepted'));
  }
});

test('sends requests of consecutive turns together', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const first = batches.decide(7, request);
  await nextTurn();
  const second = batches.decide(7, request);
  await batchingTurns();
  expect(sent).toHaveLength(1);
  sent[0]?.reply([60, 0, 1, 0, 0, 2, 0]);
  expect(await outcomes([first, second])).toEqual(['accepted', 'accepted']);
});

test('sends nothing if the waiting requests failed with an earlier batch', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const first = batches.decide(7, request);
  await batchingTurns();
  const second = batches.decide(7, request);
  sent[0]?.fail(new Error('Command timed out'));
  expect(await outcomes([first, second])).toEqual(Array(2).fill('Error: Command timed out'));
  await batchingTurns();
  expect(sent).toHaveLength(1);
});

test('sends at most 100 requests in a batch', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const decisions = Array.from({ length: 101 }, () => batches.decide(7, request));
  await batchingTurns();
  sent[0]?.reply([60, ...Array(300).fill(0)]);
  expect(await outcomes(decisions.slice(0, 100))).toEqual(Array(100).fill('accepted'));
  await batchingTurns();
  sent[1]?.reply([60, 0, 1, 0]);
  expect(await outcomes(decisions)).toHaveLength(101);
});

test('tells Redis the quota that was last used, in case it lost its data', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const send = async (companyId: number, reply: number[]) => {
    const decision = batches.decide(companyId, request);
    await batchingTurns();
    sent.at(-1)?.reply(reply);
    await decision;
    return sent.at(-1)?.args.slice(1, 4);
  };
  expect(await send(7, [6_059, 0, 8, 2])).toEqual([0, 0, 0]);
  expect(await send(7, [6_060, 0, 1, 0])).toEqual([100, 8, 2]);
  expect(await send(7, [6_060, 0, 2, 0])).toEqual([101, 1, 0]);
  expect(await send(8, [6_060, 0, 1, 0])).toEqual([0, 0, 0]);
});

test('remembers the quota of the latest 50,000 companies', async () => {
  const lastSeen = new Map<unknown, unknown[]>();
  const vitaeAdmit = async (keys: number, ...[versionKey, ...more]: (string | number)[]) => {
    lastSeen.set(versionKey, more.slice(keys, keys + 3));
    return [60, 0, 8, 2];
  };
  const batches = createAdmissionBatches({ defineCommand: () => undefined, vitaeAdmit } as unknown as Redis);
  await Promise.all(Array.from({ length: 50_001 }, (_none, company) => batches.decide(company, request)));
  const lastSeenOf = async (company: number) => {
    await batches.decide(company, request);
    return lastSeen.get(versionKey(company));
  };
  expect([await lastSeenOf(1), await lastSeenOf(0)]).toEqual([
    [1, 8, 2],
    [0, 0, 0],
  ]);
});

test('fails queued requests together with the failed batch and never charges them later', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const decisions = Array.from({ length: 250 }, () => batches.decide(7, request));
  await batchingTurns();
  sent[0]?.fail(new Error('Command timed out'));
  expect(new Set(await outcomes(decisions))).toEqual(new Set(['Error: Command timed out']));
  expect(sent).toHaveLength(1);

  const later = batches.decide(7, request);
  await batchingTurns();
  sent[1]?.reply([60, 0, 1, 0]);
  expect(await later).toEqual({ result: 'accepted', standard: 1, intensive: 0, nowSeconds: 60 });
});

test.each([
  ['the reply to another command', null],
  ['too short', [60]],
  ['too long', [60, 0, 1, 0, 0, 2, 0]],
])('rejects a reply that is %s', async (_which, reply) => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const decision = batches.decide(7, request);
  await batchingTurns();
  sent[0]?.reply(reply as number[]);
  await expect(decision).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'dependency_unavailable' });
});

test('limits the queue of a company without affecting other companies', async () => {
  const { sent, redis } = stalledRedis();
  const batches = createAdmissionBatches(redis);
  const decisions = Array.from({ length: MAX_PENDING_REQUESTS }, () => batches.decide(7, request));
  expect(MAX_PENDING_REQUESTS).toBe(1_000);
  await expect(batches.decide(7, request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const other = batches.decide(8, request);
  await batchingTurns();
  sent[1]?.reply([60, 0, 1, 0]);
  expect(await other).toMatchObject({ result: 'accepted' });
  sent[0]?.fail(new Error('closed'));
  expect(await outcomes(decisions)).toHaveLength(MAX_PENDING_REQUESTS);
});
