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

  test('is not measured at a step that cannot save the last page', async () => {
    const savings = { 0: [1, 0.2], 3: [0.97] };
    expect(await choose(savings)).toMatchObject({ densityStep: 3, measured: [0, 3] });
    expect(await choose({ ...savings, 0: [1, 0.1] })).toMatchObject({ measured: [0, 2, 3] });
    expect(await choose({ ...savings, 0: [1, 0.02] })).toMatchObject({ measured: [0, 1, 2, 3] });
    // Pages above the maximum are saved in the same way.
    expect(await choose({ 0: [0.95, 0.6], 4: [0.99] }, 1)).toMatchObject({ densityStep: 4, measured: [0, 3, 4] });
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

test.each(Object.values(templates))('the steps of $id are legible', ({ id, measures }) => {
  for (const step of densitySteps) {
    const { type, gaps } = densify(measures, step, id);
    expect(type.body).toBeGreaterThanOrEqual(Math.min(measures.type.body, id === 'compact' ? 8.5 : 9));
    expect(type.small).toBeGreaterThanOrEqual(8);
    expect(type.leading * type.body).toBeGreaterThan(1.1 * type.body);
    expect(Math.min(...Object.values(gaps))).toBeGreaterThanOrEqual(0);
  }
  expect(densify(measures, 0, id)).toEqual(measures);
});
