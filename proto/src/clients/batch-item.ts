import { status } from '@grpc/grpc-js';
import type { BatchResult, ItemStatus } from '@vitae/kit/batched-read';

/** One item of a batch's answer: its value, or why there is none. An item with neither is a fault of the service. */
export function itemValue<V>(itemStatus: ItemStatus | null | undefined, value: V | null | undefined): BatchResult<V> {
  if (value !== null && value !== undefined && !itemStatus?.code) return { status: null, value };
  const failed = itemStatus?.code ? itemStatus : NO_ANSWER;
  return { status: failed, value: undefined as V };
}

const NO_ANSWER: ItemStatus = {
  code: status.INTERNAL,
  reason: 'internal',
  message: 'Something went wrong on our side.',
};
