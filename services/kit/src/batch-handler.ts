import { status } from '@grpc/grpc-js';
import { z } from 'zod';
import { MAX_BATCH } from './batch.ts';
import { type Caller, requireCompany } from './caller.ts';
import { VitaeError } from './errors.ts';
import { validate } from './validate.ts';

const callerSchema = z.object({
  companyId: z.int().nonnegative(),
  userId: z.int().nonnegative(),
  applicationId: z.int().nonnegative(),
  requestId: z.string().max(128),
});

type Item = { caller: Caller | null };
type Status = { code: number; reason: string; message: string };
type Answer<V> = Partial<V> & { status: Status };

const OK: Status = { code: status.OK, reason: '', message: '' };
const NOBODY: Caller = { companyId: 0, userId: 0, applicationId: 0, requestId: '' };
const batchSchema = z.object({ items: z.array(z.unknown()).max(MAX_BATCH, `must be at most ${MAX_BATCH} items`) });

/**
 * The server's side of a batched read. `scope` checks each item and says within what its own
 * caller may look; `read` gets the good ones together and answers a value or an error for each.
 * One answer for each item, in the order asked. What `read` throws (a database that is away)
 * fails the call, which the client may try again.
 */
export async function answerBatch<I extends Item, K, V extends object>(
  items: readonly I[],
  scope: (item: I, caller: Caller) => K,
  read: (keys: K[]) => Promise<readonly (V | VitaeError)[]>,
): Promise<{ items: Answer<V>[] }> {
  validate(batchSchema, { items });
  const checked = items.map((item) => check(item, scope));
  const keys = checked.flatMap((one) => (one instanceof VitaeError ? [] : [one.key]));
  const found = keys.length === 0 ? [] : await read(keys);
  let next = 0;
  return { items: checked.map((one) => answerOf(one instanceof VitaeError ? one : found[next++])) };
}

function answerOf<V extends object>(result: V | VitaeError | undefined): Answer<V> {
  if (result !== undefined && !(result instanceof VitaeError)) return { ...result, status: OK };
  const { code, reason, message } = VitaeError.from(result);
  return { status: { code: status[code], reason, message } } as Answer<V>;
}

function check<I extends Item, K>(item: I, scope: (item: I, caller: Caller) => K): { key: K } | VitaeError {
  try {
    return { key: scope(item, requireCompany(validate(callerSchema, item.caller ?? NOBODY))) };
  } catch (thrown) {
    return VitaeError.from(thrown); // the answer of this item, not of the others
  }
}
