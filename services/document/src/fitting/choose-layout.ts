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
 * have more, returns the densest. Steps that cannot save enough are not measured.
 */
export async function chooseLayout(
  measure: (step: number) => Promise<PageFills>,
  maxPages = Number.POSITIVE_INFINITY,
): Promise<PageLayout> {
  const measured = new Map<number, PageFills>();
  const fillsOf = async (step: number) => {
    const fills = measured.get(step) ?? (await measure(step));
    measured.set(step, fills);
    return fills;
  };
  const first = await fillsOf(0);
  const wanted = wantedPages(first, maxPages);
  const firstDenser = wanted < first.length ? await firstStepWith(wanted, first, fillsOf) : 0;
  let best: { step: number; fills: PageFills } | undefined;
  for (const step of densitySteps) {
    if (step > 0 && step < firstDenser) continue;
    // Roomier steps have no fewer pages.
    if (step < 0 && contentOf(first) > maxPages) continue;
    const fills = await fillsOf(step);
    if (fills.length > maxPages) continue;
    if (!best || faultOf(fills) < faultOf(best.fills)) best = { step, fills };
    if (isWellFilled(fills)) break;
  }
  const { step, fills } = best ?? { step: DENSEST_STEP, fills: await fillsOf(DENSEST_STEP) };
  return { pages: fills.length, fill: rounded(fills), densityStep: step, maxPagesMet: best !== undefined };
}

/** Returns the number of pages to which a denser step must reduce those of step 0. */
function wantedPages(first: PageFills, maxPages: number): number {
  const isLastPageShort = (first.at(-1) ?? 0) < MIN_LAST_FILL;
  return Math.min(maxPages, first.length - (isLastPageShort && first.length > 1 ? 1 : 0));
}

const heightOf = (fills: PageFills) => fills.length - 1 + (fills.at(-1) ?? 0);
const contentOf = (fills: PageFills) => fills.reduce((sum, fill) => sum + fill, 0);
const rounded = (fills: PageFills): number[] => fills.map((fill) => Math.round(fill * 100) / 100);

/** The usual height of a text relative to its height at step 0, at the steps that keep entries whole. */
const USUAL_HEIGHTS = [1, 0.97, 0.92, 0.87, 0.8];

/**
 * Returns the first step that reduces the pages of step 0 to those wanted, or the step after those that keep entries
 * whole. Of these, each has at most as many pages as the one before it, so not all must be measured: the search starts
 * one step before the one that usually suffices, so that the page already has the styles of the chosen step.
 */
async function firstStepWith(
  wanted: number,
  first: PageFills,
  fillsOf: (step: number) => Promise<PageFills>,
): Promise<number> {
  const likely = USUAL_HEIGHTS.findIndex((height) => heightOf(first) * height <= wanted);
  let step = likely < 0 ? USUAL_HEIGHTS.length - 1 : Math.max(1, likely - 1);
  let [tooMany, enough] = [0, USUAL_HEIGHTS.length];
  while (enough - tooMany > 1) {
    if ((await fillsOf(step)).length > wanted) tooMany = step;
    else enough = step;
    step = enough === USUAL_HEIGHTS.length ? tooMany + 1 : enough - 1;
  }
  return enough;
}
