import type { Lease } from '@vitae/kit/lease';

/** A lease that every process gets, as if the others had lost it in the middle of their work. */
export const freeLease: Lease = {
  name: 'free',
  acquire: async () => ({ renew: async () => true, release: async () => undefined }),
  secondsSinceCompletion: async () => 0,
};
