import { DENSEST_STEP, densify, densitySteps } from '../templates/density.ts';
import { templates } from '../templates/templates.ts';
import { chooseLayout, isWellFilled } from './choose-layout.ts';

/** Chooses among the steps with these pages. All other steps have a last page with a single line. */
async function choose(pages: Record<number, number[]>, maxPages?: number) {
  const measured: number[] = [];
  const layout = await chooseLayout(async (step) => {
    measured.push(step);
    return pages[step] ?? [0.95, 0.95, 0.02];
  }, maxPages);
  return { ...layout, measured };
}

/** The pages of a text at each step. `gaps` is the part of the height at step 0 that is no text. */
function simulated(height: number, gaps: number): Record<number, number[]> {
  const { measures } = templates.classic;
  const pages: Record<number, number[]> = {};
  for (const step of densitySteps) {
    const dense = densify(measures, step, 'classic');
    const lines = (dense.type.leading * dense.type.body) / (measures.type.leading * measures.type.body);
    const content = height * ((gaps * dense.gaps.section) / measures.gaps.section + (1 - gaps) * lines);
    const full = Math.ceil(content) - 1;
    pages[step] = [...Array<number>(full).fill(1), content - full];
  }
  return pages;
}

/** Returns the step that measuring every step in order finds, and the number of steps until then. */
function searchAll(pages: Record<number, number[]>, maxPages = Number.POSITIVE_INFINITY) {
  const fillsOf = (step: number) => pages[step] ?? [];
  const found = densitySteps.findIndex((step) => fillsOf(step).length <= maxPages && isWellFilled(fillsOf(step)));
  return { step: densitySteps[found] ?? DENSEST_STEP, count: found < 0 ? densitySteps.length : found + 1 };
}

describe('a layout', () => {
  test.each([
    [[0.02], true],
    [[0.85, 0.25], true],
    [[0.84, 0.9], false],
    [[0.9, 0.24], false],
  ])('with pages filled %j is well filled: %s', (fills, expected) => {
    expect(isWellFilled(fills)).toBe(expected);
  });

  test('has the first step with well-filled pages, and no further step is measured', async () => {
    expect(await choose({ 0: [0.9, 0.5] })).toMatchObject({ densityStep: 0, fill: [0.9, 0.5], measured: [0] });
    expect(await choose({ 2: [0.991], 3: [0.9] })).toMatchObject({
      densityStep: 2,
      fill: [0.99],
      pages: 1,
      measured: [0, 1, 2],
    });
  });

  test('is chosen by comparing unrounded fills with the limits', async () => {
    expect(await choose({ 0: [0.847, 0.9], 1: [0.85, 0.25] })).toMatchObject({ densityStep: 1 });
    expect(await choose({ 0: [0.95, 0.246], 3: [0.97] })).toMatchObject({ densityStep: 3 });
  });

  test('is found with few measurements if the last page must be saved', async () => {
    const withStep = async (height: number, gaps: number) => {
      const { densityStep, measured } = await choose(simulated(height, gaps));
      return { densityStep, measured };
    };
    expect(await withStep(1.03, 0.25)).toEqual({ densityStep: 1, measured: [0, 1] });
    expect(await withStep(1.08, 0.25)).toEqual({ densityStep: 2, measured: [0, 1, 2] });
    expect(await withStep(1.24, 0.25)).toEqual({ densityStep: 4, measured: [0, 3, 4] });
    // Pages above the maximum are saved in the same way.
    const { densityStep, measured } = await choose(simulated(1.6, 0.25), 1);
    expect({ densityStep, measured }).toEqual({ densityStep: 7, measured: [0, 4, 5, 6, 7, 8, 9, 10] });
  });

  test('is the first with fewer pages, although the second page contains only what did not fit as a whole', async () => {
    // Measured in a generated CV. At step 1, the blank end of the first page is saved with the last page.
    const layout = await choose({ 0: [0.82, 0.18], 1: [0.99], 2: [0.95], 3: [0.9], 4: [0.83] });
    expect(layout).toMatchObject({ densityStep: 1, pages: 1 });
  });

  test('is that of measuring every step', async () => {
    let [measured, all] = [0, 0];
    for (let height = 0.3; height < 6; height += 0.013) {
      for (const gaps of [0.1, 0.2, 0.3, 0.4]) {
        for (const maxPages of [undefined, 1, 2, 4]) {
          const pages = simulated(height, gaps);
          const chosen = await choose(pages, maxPages);
          const { step, count } = searchAll(pages, maxPages);
          expect([height, gaps, maxPages, chosen.densityStep]).toEqual([height, gaps, maxPages, step]);
          measured += chosen.measured.length;
          all += count;
        }
      }
    }
    expect(measured).toBeLessThan(0.8 * all);
  });

  test('misses the limits least if no step is well filled', async () => {
    const layout = await choose({ 3: [0.9, 0.2], 5: [0.9, 0.2], [-1]: [0.8, 0.1] });
    expect(layout).toMatchObject({ densityStep: 3, measured: densitySteps, maxPagesMet: true });
  });

  test('has at most as many pages as the owner wants, or the densest step', async () => {
    expect(await choose({ 0: [0.9, 0.5], 4: [0.9] }, 1)).toMatchObject({ densityStep: 4, maxPagesMet: true });
    expect(await choose({ 0: [0.9, 0.5] }, 1)).toMatchObject({
      densityStep: DENSEST_STEP,
      maxPagesMet: false,
      pages: 3,
    });
  });
});

test.each(Object.values(templates))(
  'the steps of $id are legible and have type sizes that word processors have too',
  ({ id, measures }) => {
    for (const step of densitySteps) {
      const { type, gaps } = densify(measures, step, id);
      const { leading, ...sizes } = type;
      expect(Object.values(sizes).filter((size) => !Number.isInteger(2 * size))).toEqual([]);
      expect(type.body).toBeGreaterThanOrEqual(Math.min(measures.type.body, id === 'compact' ? 8.5 : 9));
      expect(type.small).toBeGreaterThanOrEqual(8);
      expect(leading * type.body).toBeGreaterThan(1.1 * type.body);
      expect(Math.min(...Object.values(gaps))).toBeGreaterThanOrEqual(0);
    }
    expect(densify(measures, 0, id)).toEqual(measures);
  },
);
