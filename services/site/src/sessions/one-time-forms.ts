import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { invalid, unavailable } from '@vitae/kit/errors';
import type { Redis } from 'ioredis';

/** The result of a form: the page to redirect to, and what this page shows, by default for a minute. */
export type FormResult = { location: string; shown?: unknown; shownSeconds?: number };

/**
 * `claimSeconds`: when the form can be submitted again after the process stopped during its action. By default never,
 * because the action may have created something. `waitMs`: how long a repeated submission waits for the first.
 * `isUnchanged`: returns whether an action that failed with this error certainly created nothing. Without it, `isRepeated`
 * is always false.
 */
export type SubmitOptions = { claimSeconds?: number; waitMs?: number; isUnchanged?: (thrown: unknown) => boolean };
/** `isRepeated`: an earlier action of the form failed or was stopped, and may have created something. */
type FormAction = (isRepeated: boolean) => Promise<FormResult>;

/**
 * Forms that create something. Each has a one-time token, so that submitting it again, for example by a double click,
 * creates nothing and leads to the result of the first submission. Everything is bound to a form key, usually that of
 * the visitor.
 */
export type OneTimeForms = {
  /** Returns the location of the result. The form can be submitted again if `act` fails. */
  submit(formKey: string, token: string, act: FormAction, options?: SubmitOptions): Promise<string>;
  /** Stores `shown` for the page at `location`. */
  leave(formKey: string, result: FormResult): Promise<void>;
  /** Returns and deletes the data that a form stored for this page. */
  take(formKey: string, path: string): Promise<unknown>;
};

/** Exceeds the lifetime of a session, after which its forms are rejected. */
const TOKEN_SECONDS = 86_400;
const SHOWN_SECONDS = 60;
const TOKEN = /^[\w-]{22,64}$/;
const WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** `maxWaitMs` is the default for repeated submissions. */
type OneTimeFormsDependencies = { redis: Redis; box: SecretBox; maxWaitMs?: number };

export function createOneTimeForms({ redis, box, maxWaitMs = MAX_WAIT_MS }: OneTimeFormsDependencies): OneTimeForms {
  const shownKey = (formKey: string, path: string) => `session:shown:${digestOf(formKey, path)}`;
  /** Waits for the first submission of the same form. */
  const locationOf = async (key: string, waitMs: number): Promise<string> => {
    for (let waited = 0; waited < waitMs; waited += WAIT_MS) {
      const location = await redis.get(key);
      if (location) return location;
      await pause(WAIT_MS);
    }
    throw unavailable('service_unavailable', 'The form is still being processed. Try again shortly.');
  };
  const leave: OneTimeForms['leave'] = async (formKey, { location, shown, shownSeconds = SHOWN_SECONDS }) => {
    if (shown === undefined) return;
    const key = shownKey(formKey, location);
    await redis.set(key, box.seal(JSON.stringify(shown), key), 'EX', shownSeconds);
  };
  return {
    leave,
    submit: async (formKey, token, act, { claimSeconds = TOKEN_SECONDS, waitMs = maxWaitMs, isUnchanged } = {}) => {
      if (!TOKEN.test(token)) throw invalid('The form has no one-time token.');
      const key = `session:form:${digestOf(formKey, token)}`;
      if (!(await redis.set(key, '', 'EX', claimSeconds, 'NX'))) return locationOf(key, waitMs);
      const started = `${key}:started`;
      const isRepeated = isUnchanged !== undefined && !(await redis.set(started, '', 'EX', TOKEN_SECONDS, 'NX'));
      const result = await act(isRepeated).catch(async (error: unknown) => {
        if (!isRepeated && isUnchanged?.(error)) await redis.del(started);
        await redis.del(key);
        throw error;
      });
      // If Redis fails here, the token stays used, because the form already created something.
      await Promise.all([leave(formKey, result), redis.set(key, result.location, 'EX', TOKEN_SECONDS)]);
      return result.location;
    },
    take: async (formKey, path) => {
      const shownAt = shownKey(formKey, path);
      const sealed = await redis.getdel(shownAt);
      return sealed === null ? undefined : (JSON.parse(box.open(sealed, shownAt)) as unknown);
    },
  };
}

function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
