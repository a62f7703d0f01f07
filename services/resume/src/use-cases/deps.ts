import type { Clock } from '@vitae/kit/clock';
import type { Anchors } from '../paging/position-cache.ts';
import type { Renderer } from '../cv/public-json.ts';
import type { DrawPicture } from '../pictures/encode-picture.ts';
import type { ResumeStore } from '../store.ts';
import type { Totals } from '../paging/count-cache.ts';

/** What every use-case works with. */
export type ResumeDeps = {
  store: ResumeStore;
  clock: Clock;
  totals: Totals;
  anchors: Anchors;
  renderer: Renderer;
  drawPicture: DrawPicture;
  /** The public address of the site, without a slash at its end. */
  siteUrl: string;
  /** At least 128 random bits, fit for an address. */
  newToken: () => string;
};
