import { createLogger } from './log.ts';
import { startRecurring } from './recurring.ts';

const { jest } = import.meta;
const silent = createLogger({ name: 'test', level: 'silent' });

describe('recurring work', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('runs immediately and at intervals, never concurrently, and continues after a failure', async () => {
    const finish: ((failure?: Error) => void)[] = [];
    const work = () =>
      new Promise<void>((resolve, reject) => finish.push((failure) => (failure ? reject(failure) : resolve())));
    const { stop } = startRecurring('test', 1_000, work, silent);
    expect(finish).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(finish).toHaveLength(1);
    finish[0]?.(new Error('failed'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(finish).toHaveLength(2);
    finish[1]?.();
    await stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(finish).toHaveLength(2);
  });

  test('stops after the current run', async () => {
    let finish = () => {};
    const { stop } = startRecurring('test', 1_000, () => new Promise<void>((resolve) => (finish = resolve)), silent);
    const stopped = stop().then(() => 'stopped');
    await expect(Promise.race([stopped, Promise.resolve('running')])).resolves.toBe('running');
    finish();
    await expect(stopped).resolves.toBe('stopped');
  });
});
