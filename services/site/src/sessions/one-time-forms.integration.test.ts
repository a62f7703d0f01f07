import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import type { RedisConnection } from '@vitae/kit/redis';
import { connectTestRedis } from '@vitae/test/support/kit/test-redis';
import { until } from '@vitae/test/support/until';
import type { Redis } from 'ioredis';
import { createOneTimeForms } from './one-time-forms.ts';

const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
const newToken = () => randomBytes(24).toString('base64url');

let connected: RedisConnection;

beforeAll(async () => {
  connected = await connectTestRedis('one-time-forms');
});
afterAll(() => connected.close());

/** Redis that fails to store one key of a submission: 2 is the data for the next page, 3 the location of the result. */
function redisThatFailsAt(failing: 2 | 3): Redis {
  let calls = 0;
  const set = async (...args: Parameters<Redis['set']>) => {
    calls += 1;
    if (calls === failing) throw new Error('Connection is closed.');
    return connected.redis.set(...args);
  };
  return Object.create(connected.redis, { set: { value: set } }) as Redis;
}

async function submitTwice(failing: 2 | 3): Promise<{ created: number; repeated: unknown }> {
  const forms = createOneTimeForms({ redis: redisThatFailsAt(failing), box, maxWaitMs: 100 });
  const [formKey, token] = [newToken(), newToken()];
  let created = 0;
  const act = async () => {
    created += 1;
    return { location: '/settings/keys/1', shown: 'secret' };
  };
  await expect(forms.submit(formKey, token, act)).rejects.toThrow('Connection is closed.');
  const repeated = await forms.submit(formKey, token, act).catch((thrown: unknown) => thrown);
  return { created, repeated };
}

test('creates nothing again and leads to the result if the data to show once could not be stored', async () => {
  await expect(submitTwice(2)).resolves.toEqual({ created: 1, repeated: '/settings/keys/1' });
});

test('creates nothing again if the location of the result could not be stored', async () => {
  const { created, repeated } = await submitTwice(3);
  expect(created).toBe(1);
  expect(repeated).toMatchObject({ code: 'UNAVAILABLE' });
});

test('accepts a form again some time after a process stopped during its action, if the form allows it', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box, maxWaitMs: 100 });
  const [formKey, token] = [newToken(), newToken()];
  void forms.submit(formKey, token, () => new Promise(() => undefined), { claimSeconds: 1 });
  const submitted = () => forms.submit(formKey, token, async () => ({ location: '/done' }), { claimSeconds: 1 });
  await expect(submitted()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await until('the end of the claim', submitted)).toBe('/done');
});

test('accepts a form again if its action failed', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const [formKey, token] = [newToken(), newToken()];
  const failing = async () => {
    throw new Error('The database is unavailable.');
  };
  await expect(forms.submit(formKey, token, failing)).rejects.toThrow('The database is unavailable.');
  await expect(forms.submit(formKey, token, async () => ({ location: '/done' }))).resolves.toBe('/done');
});

test('tells the action of a form whether an earlier one may have created something', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const [formKey, token] = [newToken(), newToken()];
  const repeated: boolean[] = [];
  const submit = (problem: string) => {
    const act = async (isRepeated: boolean) => {
      repeated.push(isRepeated);
      throw new Error(problem);
    };
    const isUnchanged = (thrown: unknown) => (thrown as Error).message === 'invalid';
    return forms.submit(formKey, token, act, { isUnchanged }).catch(() => undefined);
  };
  for (const problem of ['invalid', 'timeout', 'invalid', 'timeout']) await submit(problem);
  expect(repeated).toEqual([false, false, true, true]);
});

test('leads to the first result if a form is submitted again', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const [formKey, token] = [newToken(), newToken()];
  await forms.submit(formKey, token, async () => ({ location: '/first' }));
  await expect(forms.submit(formKey, token, async () => ({ location: '/second' }))).resolves.toBe('/first');
});

test('accepts the same token from another visitor', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const token = newToken();
  for (const location of ['/first', '/second'])
    await expect(forms.submit(newToken(), token, async () => ({ location }))).resolves.toBe(location);
});

test.each(['', 'short', 'x'.repeat(65), `${'x'.repeat(30)}!`])('rejects a form with the token %j', async (token) => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const submitted = forms.submit(newToken(), token, async () => ({ location: '/done' }));
  await expect(submitted).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('shows the data of a form once, to its visitor and at its page, for a minute', async () => {
  const { redis } = connected;
  const added = new Set<string>();
  const set = async (...args: Parameters<Redis['set']>) => {
    added.add(String(args[0]));
    return redis.set(...args);
  };
  const forms = createOneTimeForms({ redis: Object.create(redis, { set: { value: set } }) as Redis, box });
  const [formKey, token, shown] = [newToken(), newToken(), { secret: newToken() }];
  await forms.submit(formKey, token, async () => ({ location: '/keys/1', shown }));
  const lifetimes = (await Promise.all([...added].map((key) => redis.ttl(key)))).sort((a, b) => a - b);
  expect(lifetimes).toHaveLength(2);
  for (const [index, seconds] of [60, 86_400].entries()) {
    expect(lifetimes[index]).toBeGreaterThan(seconds - 30);
    expect(lifetimes[index]).toBeLessThanOrEqual(seconds);
  }
  const stored = await Promise.all([...added].map((key) => redis.get(key)));
  expect(stored.join()).not.toContain(shown.secret);
  expect(await forms.take(newToken(), '/keys/1')).toBeUndefined();
  expect(await forms.take(formKey, '/keys/2')).toBeUndefined();
  expect(await forms.take(formKey, '/keys/1')).toEqual(shown);
  expect(await forms.take(formKey, '/keys/1')).toBeUndefined();
});

test('waits for the first submission as long as the form asks for', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box, maxWaitMs: 100 });
  const [formKey, token] = [newToken(), newToken()];
  const slow = async () => {
    await pause(400);
    return { location: '/done' };
  };
  const submitted = [1, 2].map(() => forms.submit(formKey, token, slow, { waitMs: 5_000 }));
  expect(await Promise.all(submitted)).toEqual(['/done', '/done']);
});

test('keeps what a page shows as long as the form asks for', async () => {
  const forms = createOneTimeForms({ redis: connected.redis, box });
  const formKey = newToken();
  await forms.submit(formKey, newToken(), async () => ({ location: '/done', shown: 1, shownSeconds: 1 }));
  expect(await forms.take(formKey, '/done')).toBe(1);
  await forms.leave(formKey, { location: '/done', shown: 2, shownSeconds: 1 });
  await pause(1_200);
  expect(await forms.take(formKey, '/done')).toBeUndefined();
});
