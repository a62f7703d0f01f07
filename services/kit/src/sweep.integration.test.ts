import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createLease } from './lease.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createItemStep, createSweep, observeSweeps, type SweepStep } from './sweep.ts';

const log = createLogger({ name: 'test', level: 'silent' });

let database: DatabaseFixture;
beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

let number = 0;
let name = '';
beforeEach(() => {
  number += 1;
  name = `sweep ${number}`;
});

const sweepOf = (...steps: SweepStep[]) =>
  createSweep({ lease: createLease(database.connection, name), steps: () => steps, everyMs: 60_000, log });

/** Ends the lease as if its time was over. */
const expireLease = async () => {
  const { modifiedCount } = await database.connection
    .collection<{ _id: string }>('leases')
    .updateOne({ _id: name }, { $set: { expiresAt: new Date(0) } });
  expect(modifiedCount).toBe(1);
};

/** A backlog of items that are processed in batches of 10. `before` runs before each batch. */
function createBacklog(size: number, before = async (_batch: number) => undefined as unknown) {
  const processed: number[] = [];
  let batches = 0;
  const step: SweepStep = async () => {
    batches += 1;
    await before(batches);
    const from = processed.length;
    for (let item = from; item < Math.min(from + 10, size); item += 1) processed.push(item);
    return { count: processed.length - from, isLast: processed.length === size };
  };
  return { processed, step };
}

describe('sweep', () => {
  test('continues batch by batch until nothing is left', async () => {
    const { processed, step } = createBacklog(95);
    expect(await sweepOf(step).run()).toEqual([95]);
    expect(processed).toHaveLength(95);
  });

  test('is done by one process at a time', async () => {
    const sweepers: Promise<number[]>[] = [];
    const { processed, step } = createBacklog(30, async () => {
      sweepers.push(sweepOf(step).run());
      expect(await sweepers.at(-1)).toEqual([]);
    });
    expect(await sweepOf(step).run()).toEqual([30]);
    expect(new Set(processed).size).toBe(processed.length);
    expect(sweepers).toHaveLength(3);
  });

  test('has one holder if several processes start at the same time', async () => {
    const lease = createLease(database.connection, name);
    const acquired = await Promise.all(Array.from({ length: 20 }, () => lease.acquire()));
    expect(acquired.filter((held) => held !== undefined)).toHaveLength(1);
  });

  test('passes to another process when the lease of a killed one has expired', async () => {
    expect(await createLease(database.connection, name).acquire()).toBeDefined();
    const { step } = createBacklog(20);
    expect(await sweepOf(step).run()).toEqual([]);
    await expireLease();
    expect(await sweepOf(step).run()).toEqual([20]);
  });

  test('ends after the current batch when another process took over during a pause', async () => {
    const lease = createLease(database.connection, name);
    const { processed, step } = createBacklog(100, async (batch) => {
      if (batch !== 2) return;
      await expireLease();
      expect(await lease.acquire()).toBeDefined();
    });
    expect(await sweepOf(step).run()).toEqual([20]);
    expect(processed).toHaveLength(20);
    // The lease of the other process is still valid.
    expect(await lease.acquire()).toBeUndefined();
  });

  test('continues after a pause if no other process took over', async () => {
    const { step } = createBacklog(40, (batch) => (batch === 2 ? expireLease() : Promise.resolve()));
    expect(await sweepOf(step).run()).toEqual([40]);
  });

  test('ends after the current batch and frees the lease when the process stops', async () => {
    const { step } = createBacklog(100, async (batch) => {
      if (batch === 3) void stopping.close();
    });
    const stopping = sweepOf(step);
    expect(await stopping.run()).toEqual([30]);
    expect(await sweepOf(step).run()).toEqual([70]);
  });

  test('continues with the next step when one fails', async () => {
    const { step } = createBacklog(20);
    const failing: SweepStep = async () => {
      throw new Error('unavailable');
    };
    await expect(sweepOf(failing, step).run()).rejects.toThrow('unavailable');
    expect(await sweepOf(step).run()).toEqual([0]);
  });

  describe('of items', () => {
    /** Items in batches of 20. `process` fails for some. */
    function createItems(size: number) {
      const remaining = new Set(Array.from({ length: size }, (_, id) => id));
      const failures: number[] = [];
      const step = (process: (id: number) => unknown) =>
        createItemStep({
          batchSize: 20,
          list: async (limit) => [...remaining].slice(0, limit),
          idOf: (id) => id,
          process: async (id) => {
            const result = process(id);
            if (result !== 'unfinished') remaining.delete(id);
            return result;
          },
          onFailure: (id) => failures.push(id),
        });
      return { remaining, failures, step };
    }
    const failBelow = (end: number) => (id: number) => {
      if (id < end) throw new Error('failed');
    };

    test('skips those that fail, even if they fill batches, and retries them with the next run', async () => {
      const { remaining, failures, step } = createItems(100);
      expect(await sweepOf(step(failBelow(45))).run()).toEqual([55]);
      expect(failures).toEqual([...remaining]);
      expect(await sweepOf(step(failBelow(0))).run()).toEqual([45]);
    });

    test('ends when a thousand have failed', async () => {
      const { failures, step } = createItems(1_500);
      expect(await sweepOf(step(failBelow(1_500))).run()).toEqual([0]);
      expect(failures).toHaveLength(1_000);
    });

    test('continues with those that are unfinished', async () => {
      const { remaining, step } = createItems(30);
      const batches = new Map<number, number>();
      const process = (id: number) => {
        batches.set(id, (batches.get(id) ?? 0) + 1);
        return batches.get(id) === 1 + (id % 3) ? undefined : 'unfinished';
      };
      expect(await sweepOf(step(process)).run()).toEqual([60]);
      expect(remaining.size).toBe(0);
    });
  });

  test('reports the time since it was completed, also while it fails', async () => {
    const lease = createLease(database.connection, name);
    const metrics = createMetrics('test');
    observeSweeps(metrics, [lease]);
    const age = async () => Number(/^vitae_sweep_age_seconds\{.*\} (.+)$/m.exec(await metrics.render())?.[1]);
    const leases = database.connection.collection<{ _id: string }>('leases');
    await sweepOf(createBacklog(10).step).run();
    await leases.updateOne({ _id: name }, { $set: { completedAt: new Date(Date.now() - 7_200_000) } });
    const failing: SweepStep = async () => ({ count: 0, failed: 1, isLast: true });
    await sweepOf(failing).run();
    expect(await age()).toBeGreaterThan(7_000);
    await sweepOf(createBacklog(10).step).run();
    expect(await age()).toBeLessThan(7_000);
  });
});
