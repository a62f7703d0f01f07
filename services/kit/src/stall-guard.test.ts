import { VitaeError } from './errors.ts';
import { createStallGuard } from './stall-guard.ts';

const never = () => new Promise<never>(() => undefined);

test('work that ends is answered as it ends, and nothing is checked', async () => {
  let checks = 0;
  const { guard } = createStallGuard({ check: async () => (checks += 1) });
  expect(await guard(Promise.resolve(7))).toBe(7);
  await expect(guard(Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
  expect(checks).toBe(0);
});

test('work may take long while what it depends on answers', async () => {
  let checks = 0;
  let end: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  const check = async () => {
    checks += 1;
    if (checks === 3) end('done');
  };
  expect(await createStallGuard({ check, patienceMs: 10 }).guard(work)).toBe('done');
});

test('a pause of this process is not taken for silence of another', async () => {
  const work = new Promise<string>((resolve) => setTimeout(() => resolve('done'), 150));
  const check = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, 20);
      for (const until = performance.now() + 100; performance.now() < until; );
    });
  expect(await createStallGuard({ check, patienceMs: 10, checkWithinMs: 60 }).guard(work)).toBe('done');
});

test('what refuses once and then answers is there', async () => {
  let checks = 0;
  let end: (value: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  const check = async () => {
    checks += 1;
    if (checks === 1) throw new Error('going away');
    if (checks === 2) end('done');
  };
  expect(await createStallGuard({ check, patienceMs: 10, checkWithinMs: 200 }).guard(work)).toBe('done');
});

test.each([
  ['refuses', () => Promise.reject(new Error('gone'))],
  ['is silent', never],
])('work is given up when what it depends on %s', async (_how, check) => {
  const { guard } = createStallGuard({ check, patienceMs: 10, checkWithinMs: 20 });
  const given = guard(never());
  await expect(given).rejects.toBeInstanceOf(VitaeError);
  await expect(given).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
});
