import { minuteListOf } from '@vitae/accounts/quota/redis-keys';
import type { Redis } from 'ioredis';
import { createUnflushedMinutes, type MinuteList } from './unflushed-minutes.ts';

const { jest } = import.meta;
const LISTS = 16;
const COMPANY = 7;
const minutes = [{ companyId: COMPANY, minute: 1_000 }];
const home = minuteListOf(COMPANY);

/** The lists of a cluster. `add` is called with the number of lists that were tried before. */
function listsWith(add: (attempt: number) => Promise<void>, failing: readonly number[] = []) {
  const tried: number[] = [];
  const lists = Array.from({ length: LISTS }, (_none, index) => ({
    add: () => add(tried.push(index) - 1),
    backlog: async () => (failing.includes(index) ? fail(index) : { count: index, oldestSeconds: 10 * index }),
  }));
  return { tried, unflushed: createUnflushedMinutes({} as Redis, lists as unknown as MinuteList[]) };
}

const fail = async (attempt: number): Promise<never> => Promise.reject(new Error(`Connection is closed. (${attempt})`));
const pending = () => new Promise<void>(() => undefined);

describe('lists of a cluster', () => {
  test('receive a minute only in the list nearest to the slot of its company', async () => {
    const { tried, unflushed } = listsWith(async () => undefined);
    await unflushed.add(minutes);
    expect(tried).toEqual([home]);
  });

  test('receive a minute on other masters if the nearest list fails', async () => {
    const { tried, unflushed } = listsWith((attempt) => (attempt < 2 ? fail(attempt) : Promise.resolve()));
    await unflushed.add(minutes);
    expect(tried).toEqual([home, (home + 7) % LISTS, (home + 14) % LISTS]);
  });

  test('receive a minute on another master if the nearest list does not respond within 100 ms', async () => {
    const { tried, unflushed } = listsWith((attempt) => (attempt === 0 ? pending() : Promise.resolve()));
    const started = performance.now();
    await unflushed.add(minutes);
    expect(performance.now() - started).toBeGreaterThan(90);
    expect(tried).toEqual([home, (home + 7) % LISTS]);
  });

  test('accept a late response of the list of the company while another list does not respond', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { tried, unflushed } = listsWith((attempt) => {
      if (attempt === 0) return promise;
      resolve();
      return pending();
    });
    await unflushed.add(minutes);
    expect(tried).toHaveLength(2);
  });

  test('reject a request if none can be written', async () => {
    const { tried, unflushed } = listsWith(fail);
    const run = jest.fn(async () => [-1, 1_000]);
    await expect(unflushed.withListedMinute(COMPANY, run)).rejects.toThrow('Connection is closed. (0)');
    expect([...tried].sort((a, b) => a - b)).toEqual(Array.from({ length: LISTS }, (_none, index) => index));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('report all waiting minutes, and the oldest of them, except those of a failing master', async () => {
    const { unflushed } = listsWith(fail, [15]);
    expect(await unflushed.backlog()).toEqual({ count: 105, oldestSeconds: 140 });
    const none = listsWith(
      fail,
      Array.from({ length: LISTS }, (_none, index) => index),
    );
    await expect(none.unflushed.backlog()).rejects.toMatchObject({ reason: 'dependency_unavailable' });
  });
});
