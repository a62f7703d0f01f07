import { status } from '@grpc/grpc-js';
import { z } from 'zod';
import { MAX_BATCH_SIZE } from './batched-read.ts';
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
type ItemResult<V> = Partial<V> & { status: Status };

const OK: Status = { code: status.OK, reason: '', message: '' };
const NO_CALLER: Caller = { companyId: 0, userId: 0, applicationId: 0, requestId: '' };
const batchSchema = z.object({
  items: z.array(z.unknown()).max(MAX_BATCH_SIZE, `must be at most ${MAX_BATCH_SIZE} items`),
});

/**
 * Handles a batched read on the server and returns one result per item, in request order.
 * @param scope Validates one item and returns its key, limited to the data of the item's caller.
 * @param read Reads all valid keys together and returns a value or an error for each. An error that it throws, such as
 *   an unavailable database, fails the whole call, so the client can retry it.
 */
export async function handleBatch<I extends Item, K, V extends object>(
  items: readonly I[],
  scope: (item: I, caller: Caller) => K,
  read: (keys: K[]) => Promise<readonly (V | VitaeError)[]>,
): Promise<{ items: ItemResult<V>[] }> {
  validate(batchSchema, { items });
  const checked = items.map((item) => check(item, scope));
  const keys = checked.flatMap((one) => (one instanceof VitaeError ? [] : [one.key]));
  const values = keys.length === 0 ? [] : await read(keys);
  let next = 0;
  return { items: checked.map((one) => itemResult(one instanceof VitaeError ? one : values[next++])) };
}

function itemResult<V extends object>(result: V | VitaeError | undefined): ItemResult<V> {
  if (result !== undefined && !(result instanceof VitaeError)) return { ...result, status: OK };
  const { code, reason, message } = VitaeError.from(result);
  return { status: { code: status[code], reason, message } } as ItemResult<V>;
}

function check<I extends Item, K>(item: I, scope: (item: I, caller: Caller) => K): { key: K } | VitaeError {
  try {
    return { key: scope(item, requireCompany(validate(callerSchema, item.caller ?? NO_CALLER))) };
  } catch (thrown) {
    return VitaeError.from(thrown); // fails this item only
  }
}
