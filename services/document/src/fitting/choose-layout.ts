import type { PageLayout } from '@vitae/proto/export-job';
import { DENSEST_STEP, densitySteps } from '../templates/density.ts';

/** How far the content of each page extends from its top, from 0 (empty) to 1 (down to the margin). */
type PageFills = readonly number[];

const MIN_LAST_FILL = 0.25;
const MAX_BLANK = 0.15;

/** Returns whether the last page is full enough and the other pages have no large gap at their end. */
export function isWellFilled(fills: PageFills): boolean {
  return faultOf(fills) === 0;
}

/** Returns by how much of a page a layout misses the rule, in total over its pages. */
function faultOf(fills: PageFills): number {
  const others = fills.slice(0, -1).map((fill) => Math.max(0, 1 - MAX_BLANK - fill));
  const last = fills.length > 1 ? Math.max(0, MIN_LAST_FILL - (fills.at(-1) ?? 0)) : 0;
  return others.reduce((sum, fault) => sum + fault, last);
}

/**
 * Tries the density steps in their order and returns the first whose pages are well filled. If there is none, returns
 * the step that misses the rule least (the first of several). Steps with more than `maxPages` are not considered. If all
 * have more, returns the densest.
 */
export async function chooseLayout(
  measure: (step: number) => Promise<PageFills>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<PageLayout> {
  let best: { step: number; fills: number[] } | undefined;
  for (const step of densitySteps) {
    const fills = rounded(await measure(step));
    if (fills.length > maxPages) continue;
    if (!best || faultOf(fills) < faultOf(best.fills)) best = { step, fills };
    if (isWellFilled(fills)) break;
  }
  const { step, fills } = best ?? { step: DENSEST_STEP, fills: rounded(await measure(DENSEST_STEP)) };
  return { pages: fills.length, fill: fills, densityStep: step, maxPagesMet: best !== undefined };
}

const rounded = (fills: PageFills): number[] => fills.map((fill) => Math.round(fill * 100) / 100);
