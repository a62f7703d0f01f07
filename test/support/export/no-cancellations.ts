import type { Cancellations } from '@vitae/export/cancellations';

/** For workers whose jobs are never cancelled. */
export const noCancellations: Cancellations = {
  isCancelled: async () => false,
  onCancelled: () => undefined,
  close: () => undefined,
};
