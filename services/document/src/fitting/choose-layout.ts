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
  const measured = new Map<number, number[]>();
  const fillsOf = async (step: number) => {
    const fills = measured.get(step) ?? rounded(await measure(step));
    measured.set(step, fills);
    return fills;
  };
  const first = await fillsOf(0);
  const wanted = wantedPages(first, maxPages);
  // The content of a likely step shows which of the steps before it need not be measured.
  if (wanted < first.length) await fillsOf(likelyStep(first, wanted));
  let best: { step: number; fills: number[] } | undefined;
  for (const step of densitySteps) {
    if (savesTooLittle(step, first, wanted) || savesLessThan(step, measured, wanted)) continue;
    // Roomier steps have no fewer pages.
    if (step < 0 && contentOf(first) > maxPages) continue;
    const fills = await fillsOf(step);
    if (fills.length > maxPages) continue;
    if (!best || faultOf(fills) < faultOf(best.fills)) best = { step, fills };
    if (isWellFilled(fills)) break;
  }
  const { step, fills } = best ?? { step: DENSEST_STEP, fills: await fillsOf(DENSEST_STEP) };
  return { pages: fills.length, fill: fills, densityStep: step, maxPagesMet: best !== undefined };
}

/** Returns the number of pages to which a denser step must reduce those of step 0. */
function wantedPages(first: PageFills, maxPages: number): number {
  const isLastPageShort = (first.at(-1) ?? 0) < MIN_LAST_FILL;
  return Math.min(maxPages, first.length - (isLastPageShort && first.length > 1 ? 1 : 0));
}

/** The usual height of a text at the steps that keep entries whole, relative to its height at step 0. */
const USUAL_HEIGHTS: readonly (readonly [step: number, height: number])[] = [
  [1, 0.96],
  [2, 0.91],
  [3, 0.86],
];
/** The smallest possible height. */
const SMALLEST_HEIGHTS: Readonly<Record<number, number>> = { 1: 0.93, 2: 0.86, 5: 0.93 };
/** The largest possible part of what step 4 saves. */
const LARGEST_SAVINGS: Readonly<Record<number, number>> = { 1: 0.3, 2: 0.58, 3: 0.72, 4: 1 };
/** Fills are rounded. */
const TOLERANCE = 0.02;

const heightOf = (fills: PageFills) => fills.length - 1 + (fills.at(-1) ?? 0);
const contentOf = (fills: PageFills) => fills.reduce((sum, fill) => sum + fill, 0);
const rounded = (fills: PageFills): number[] => fills.map((fill) => Math.round(fill * 100) / 100);

function likelyStep(first: PageFills, wanted: number): number {
  return USUAL_HEIGHTS.find(([, height]) => heightOf(first) * height <= wanted)?.[0] ?? 4;
}

/** Returns whether a step cannot reduce the pages of step 0 to those wanted. */
function savesTooLittle(step: number, first: PageFills, wanted: number): boolean {
  return wanted < first.length && heightOf(first) * (SMALLEST_HEIGHTS[step] ?? 0) > wanted;
}

/** Returns whether the content at a step is higher than the pages wanted, according to a denser step that was measured. */
function savesLessThan(step: number, measured: ReadonlyMap<number, PageFills>, wanted: number): boolean {
  const saving = LARGEST_SAVINGS[step];
  const first = contentOf(measured.get(0) ?? []);
  if (saving === undefined || wanted >= (measured.get(0)?.length ?? 0)) return false;
  return [...measured].some(([other, fills]) => {
    const otherSaving = LARGEST_SAVINGS[other] ?? 0;
    const content = first - ((first - contentOf(fills)) * saving) / otherSaving;
    return otherSaving > saving && content > wanted + TOLERANCE;
  });
}
