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

/** The smallest possible height of a text at a denser step, relative to its height at step 0. */
const SMALLEST_HEIGHTS: Readonly<Record<number, number>> = { 1: 0.93, 2: 0.86, 5: 0.93 };

/** Returns whether a step cannot remove the last page, or all pages above the maximum. `fills` is for step 0. */
function savesTooLittle(step: number, fills: PageFills, maxPages: number): boolean {
  const last = fills.at(-1) ?? 0;
  const height = (fills.length - 1 + last) * (SMALLEST_HEIGHTS[step] ?? 0);
  return height > maxPages || (last < MIN_LAST_FILL && height > fills.length - 1);
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
  let best: { step: number; fills: number[] } | undefined;
  let first: number[] | undefined;
  for (const step of densitySteps) {
    if (first && savesTooLittle(step, first, maxPages)) continue;
    const fills = rounded(await measure(step));
    first ??= fills;
    if (fills.length > maxPages) continue;
    if (!best || faultOf(fills) < faultOf(best.fills)) best = { step, fills };
    if (isWellFilled(fills)) break;
  }
  const { step, fills } = best ?? { step: DENSEST_STEP, fills: rounded(await measure(DENSEST_STEP)) };
  return { pages: fills.length, fill: fills, densityStep: step, maxPagesMet: best !== undefined };
}

const rounded = (fills: PageFills): number[] => fills.map((fill) => Math.round(fill * 100) / 100);
