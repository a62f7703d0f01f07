import { status } from '@grpc/grpc-js';
import type { BatchResult, ItemStatus } from '@vitae/kit/batched-read';
import { internal } from '@vitae/kit/errors';

/** Converts one item of a batch response. An item with neither a value nor an error becomes an internal error. */
export function toBatchResult<V>(
  itemStatus: ItemStatus | null | undefined,
  value: V | null | undefined,
): BatchResult<V> {
  if (value !== null && value !== undefined && !itemStatus?.code) return { status: null, value };
  return { status: itemStatus?.code ? itemStatus : NO_RESULT, value: undefined as V };
}

const NO_RESULT: ItemStatus = { code: status.INTERNAL, reason: 'internal', message: internal().message };
