import type { Clock } from '@vitae/kit/clock';
import type { Renderer } from './cv/public-json.ts';
import type { ResumeStore } from './store.ts';

/** What every use-case works with. */
export type ResumeDeps = {
  store: ResumeStore;
  clock: Clock;
  renderer: Renderer;
  /** At least 128 random bits, fit for an address. */
  newToken: () => string;
};
