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

/** An item of a batch, checked, with the company that its own caller may reach. */
export type BatchRead<K> = { caller: Caller; key: K };

type Item = { caller: Caller | null };
type Status = { code: number; reason: string; message: string };
type Answer<V> = Partial<V> & { status: Status };

const OK: Status = { code: status.OK, reason: '', message: '' };
const NOBODY: Caller = { companyId: 0, userId: 0, applicationId: 0, requestId: '' };
const batchSchema = z.object({ items: z.array(z.unknown()).max(MAX_BATCH, `must be at most ${MAX_BATCH} items`) });

/**
 * The server's side of a batched read. Each item is checked and scoped by itself, one answer for
 * each in the order asked; `read` gets the good ones together and answers a value or an error for
 * each. What it throws (a database that is away) fails the call, which the client may try again.
 */
export async function answerBatch<I extends Item, K extends z.ZodType, V extends object>(
  items: readonly I[],
  keySchema: K,
  read: (reads: BatchRead<z.output<K>>[]) => Promise<readonly (V | VitaeError)[]>,
): Promise<{ items: Answer<V>[] }> {
  validate(batchSchema, { items });
  const checked = items.map((item) => checkItem(item, keySchema));
  const good = checked.filter((one): one is BatchRead<z.output<K>> => !(one instanceof VitaeError));
  const found = good.length === 0 ? [] : await read(good);
  let next = 0;
  return { items: checked.map((one) => answerOf(one instanceof VitaeError ? one : found[next++])) };
}

function answerOf<V extends object>(result: V | VitaeError | undefined): Answer<V> {
  if (result !== undefined && !(result instanceof VitaeError)) return { ...result, status: OK };
  const { code, reason, message } = VitaeError.from(result);
  return { status: { code: status[code], reason, message } } as Answer<V>;
}

function checkItem<K extends z.ZodType>(item: Item, keySchema: K): BatchRead<z.output<K>> | VitaeError {
  try {
    const { caller, ...key } = item;
    return { caller: requireCompany(validate(callerSchema, caller ?? NOBODY)), key: validate(keySchema, key) };
  } catch (thrown) {
    return VitaeError.from(thrown); // the answer of this item, not of the others
  }
}
