import { setImmediate as turn } from 'node:timers/promises';
import { createCompanySlots } from './company-slots.ts';
import { createOutageGuard } from './outage-guard.ts';

const SLOTS = 2;
const WAITING = 8 * SLOTS;

/** Starts calls whose work ends on request. */
function openSlots(
  guard = createOutageGuard({ check: async () => undefined }).guard,
  limits: Parameters<typeof createCompanySlots>[0] = { maxConcurrent: SLOTS },
) {
  const slots = createCompanySlots(limits, guard);
  const started: string[] = [];
  const start = (name: string, companyId = 1) => {
    const client = new AbortController();
    const work = Promise.withResolvers<string>();
    let releaseSlot = () => {};
    const result = slots.run({ caller: { companyId }, signal: client.signal }, (release) => {
      started.push(name);
      releaseSlot = release;
      return work.promise;
    });
    result.catch(() => undefined); // tests observe it
    return {
      result,
      cancel: () => client.abort(),
      release: () => releaseSlot(),
      end: () => work.resolve(name),
      fail: () => work.reject(new Error(name)),
    };
  };
  return { start, started };
}

test('delays further calls of a company in their order, but not those of others or without a company', async () => {
  const { start, started } = openSlots();
  const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => start(name));
  start('other', 2);
  start('internal', 0);
  expect(started).toEqual(['a', 'b', 'other', 'internal']);
  first?.end();
  expect(await first?.result).toBe('a');
  third?.end();
  expect(await third?.result).toBe('c');
  await turn();
  expect(started).toEqual(['a', 'b', 'other', 'internal', 'c', 'd']);
});

test('leaves half of the connections that are not used by others, and always one slot, to each company', async () => {
  const { start, started } = openSlots(undefined, { maxConcurrent: 16, connections: 20 });
  const callsOf = (companyId: number) => Array.from({ length: 12 }, () => start(`company ${companyId}`, companyId));
  const running = () => Object.values(Object.groupBy(started, (name) => name)).map((calls) => calls?.length);
  const calls = [1, 2, 3, 4, 5, 6].map(callsOf);
  expect(running()).toEqual([10, 5, 2, 1, 1, 1]);
  // The first company does not use the released connections again, because others need them.
  for (const { end } of calls[0]?.slice(0, 6) ?? []) end();
  await turn();
  expect(running()).toEqual([10, 5, 2, 2, 2, 2]);
  // Calls of the first company that still wait start when the others release connections.
  for (const { end } of calls.slice(1).flat()) end();
  await turn();
  expect(running()).toEqual([12, 12, 12, 12, 12, 12]);
});

test('passes the slot of a failed call on', async () => {
  const { start, started } = openSlots();
  const [first] = ['a', 'b', 'c'].map((name) => start(name));
  first?.fail();
  await expect(first?.result).rejects.toThrow('a');
  await turn();
  expect(started).toContain('c');
});

test('never starts a call that is cancelled while it waits, and passes its place on', async () => {
  const { start, started } = openSlots();
  const [first, , third] = ['a', 'b', 'c', 'd'].map((name) => start(name));
  third?.cancel();
  await expect(third?.result).rejects.toMatchObject({ name: 'AbortError' });
  first?.end();
  await first?.result;
  await turn();
  expect(started).toEqual(['a', 'b', 'd']);
});

test('keeps the slot of a cancelled call until its work ends', async () => {
  const { start, started } = openSlots();
  const [first] = ['a', 'b', 'c'].map((name) => start(name));
  first?.cancel();
  await turn();
  expect(started).toEqual(['a', 'b']);
  first?.end();
  await first?.result;
  await turn();
  expect(started).toContain('c');
});

test('passes a slot on once that its call releases early', async () => {
  const { start, started } = openSlots();
  const [first] = ['a', 'b', 'c', 'd'].map((name) => start(name));
  first?.release();
  first?.release();
  first?.end();
  await first?.result;
  await turn();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('rejects calls of a company beyond those that may wait, until one has ended', async () => {
  const { start } = openSlots();
  const calls = Array.from({ length: SLOTS + WAITING }, (_, index) => start(String(index)));
  await expect(start('excess').result).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'overloaded',
    retryAfter: 1,
  });
  calls[0]?.end();
  await calls[0]?.result;
  const last = start('last');
  for (const { end } of calls) end();
  last.end();
  expect(await last.result).toBe('last');
});

test('fails waiting calls with the running ones while the database does not respond, and frees all slots', async () => {
  let isDown = true;
  const check = async () => {
    if (isDown) throw new Error('down');
  };
  const { start, started } = openSlots(createOutageGuard({ check, checkAfterMs: 1, checkTimeoutMs: 20 }).guard);
  const calls = ['a', 'b', 'c'].map((name) => start(name));
  const failure = { reason: 'dependency_unavailable' };
  await Promise.all(calls.map(({ result }) => expect(result).rejects.toMatchObject(failure)));
  isDown = false;
  const later = [start('d'), start('e')];
  expect(started.slice(-2)).toEqual(['d', 'e']);
  for (const { end, result } of later) {
    end();
    await result;
  }
});
