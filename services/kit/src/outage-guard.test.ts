import { VitaeError } from './errors.ts';
import { createOutageGuard } from './outage-guard.ts';

const never = () => new Promise<never>(() => undefined);

describe('outage guard', () => {
  test('passes on the result of fast work without checking dependencies', async () => {
    let checks = 0;
    const { guard } = createOutageGuard({ check: async () => (checks += 1) });
    expect(await guard(Promise.resolve(7))).toBe(7);
    await expect(guard(Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
    expect(checks).toBe(0);
  });

  test('lets work run for as long as its dependencies respond', async () => {
    let checks = 0;
    const { promise: work, resolve } = Promise.withResolvers<string>();
    const check = async () => {
      checks += 1;
      if (checks === 3) resolve('done');
    };
    expect(await createOutageGuard({ check, checkAfterMs: 10 }).guard(work)).toBe('done');
  });

  test('keeps waiting when only the event loop is busy', async () => {
    const work = new Promise<string>((resolve) => setTimeout(() => resolve('done'), 150));
    const check = () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 20);
        for (const until = performance.now() + 100; performance.now() < until; );
      });
    expect(await createOutageGuard({ check, checkAfterMs: 10, checkTimeoutMs: 60 }).guard(work)).toBe('done');
  });

  test('retries a check that fails', async () => {
    let checks = 0;
    const { promise: work, resolve } = Promise.withResolvers<string>();
    const check = async () => {
      checks += 1;
      if (checks === 1) throw new Error('shutting down');
      if (checks === 2) resolve('done');
    };
    expect(await createOutageGuard({ check, checkAfterMs: 10, checkTimeoutMs: 200 }).guard(work)).toBe('done');
  });

  test.each([
    ['rejects the check', () => Promise.reject(new Error('gone'))],
    ['does not respond', never],
  ])('fails work as unavailable when its dependency %s', async (_how, check) => {
    const { guard } = createOutageGuard({ check, checkAfterMs: 10, checkTimeoutMs: 20 });
    const result = guard(never());
    await expect(result).rejects.toBeInstanceOf(VitaeError);
    await expect(result).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  });
});
