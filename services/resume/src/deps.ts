import type { Clock } from '@vitae/kit/clock';
import type { Anchors } from './anchors.ts';
import type { Renderer } from './cv/public-json.ts';
import type { DrawPicture } from './pictures/draw-picture.ts';
import type { ResumeStore } from './store.ts';
import type { Totals } from './totals.ts';

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
