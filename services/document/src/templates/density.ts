import type { TemplateId } from '../document-model.ts';
import type { Measures } from './measures.ts';

/** How a layout differs from the design of its template. */
type Density = {
  /** Factor of the gaps. */
  gaps: number;
  /** Factor of the leading. */
  leading: number;
  /** 0 keeps the type sizes, 1 reduces them to the smallest legible size. */
  reduction: number;
  /** Allows page breaks inside short entries, after two list items. */
  splits: boolean;
};

// Less spacing, then smaller type, then split entries. The next ones split entries without smaller type, and with more
// spacing, for content that needs more of a last page. The last four lie between the others and are rarely needed.
const densities: Readonly<Record<number, Density>> = {
  0: { gaps: 1, leading: 1, reduction: 0, splits: false },
  1: { gaps: 0.84, leading: 1, reduction: 0, splits: false },
  2: { gaps: 0.68, leading: 0.98, reduction: 0, splits: false },
  3: { gaps: 0.68, leading: 0.97, reduction: 0.5, splits: false },
  4: { gaps: 0.55, leading: 0.95, reduction: 1, splits: false },
  5: { gaps: 0.84, leading: 1, reduction: 0, splits: true },
  6: { gaps: 0.68, leading: 0.98, reduction: 0.5, splits: true },
  7: { gaps: 0.5, leading: 0.93, reduction: 1, splits: true },
  [-1]: { gaps: 1, leading: 1, reduction: 0, splits: true },
  [-2]: { gaps: 1.25, leading: 1.02, reduction: 0, splits: true },
  [-3]: { gaps: 1.5, leading: 1.06, reduction: 0, splits: true },
  8: { gaps: 0.9, leading: 1, reduction: 1, splits: true },
  [-4]: { gaps: 1.1, leading: 1, reduction: 0.5, splits: true },
  9: { gaps: 0.6, leading: 0.95, reduction: 0.75, splits: true },
  10: { gaps: 0.6, leading: 0.96, reduction: 0, splits: true },
};

/**
 * The density steps in the order in which they are tried. 0 is the design of the template, 1 to 7 are denser, negative
 * ones roomier, and 8 to 10 lie between the others.
 */
export const densitySteps: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, -1, -2, -3, 8, -4, 9, 10];
export const DENSEST_STEP = 7;

/** The smallest size of body text in points. */
const minBody = (template: TemplateId) => (template === 'compact' ? 8.5 : 9);
const MIN_SMALL = 8;

/** Returns the measures of a template at a density step. Type sizes are in half points, like those of word processors. */
export function densify(measures: Measures, step: number, template: TemplateId): Measures {
  const { gaps, leading, reduction } = densityOf(step);
  const { type } = measures;
  const scale = 1 - reduction * Math.max(0, 1 - minBody(template) / type.body);
  const size = (points: number) => Math.round(points * scale * 2) / 2;
  return {
    ...measures,
    type: {
      ...type,
      body: size(type.body),
      leading: type.leading * leading,
      title: size(type.title),
      section: size(type.section),
      entry: size(type.entry),
      small: Math.min(type.small, Math.max(MIN_SMALL, size(type.small))),
    },
    gaps: mapValues(measures.gaps, (gap) => round(gap * gaps)),
  };
}

/** Returns whether short entries may break between pages. */
export function splitsEntries(step: number): boolean {
  return densityOf(step).splits;
}

/** Returns the rules that let entries break between pages, or nothing if the step keeps short entries whole. */
export function splittingRules(step: number): string {
  if (!splitsEntries(step)) return '';
  return `
.entry.together { break-inside: auto; }
.points li:nth-child(2) { break-before: avoid; }`;
}

function densityOf(step: number): Density {
  const density = densities[step];
  if (!density) throw new RangeError(`Unknown density step ${step}`);
  return density;
}

const round = (value: number) => Math.round(value * 100) / 100;

function mapValues<Shape extends Record<string, number>>(shape: Shape, map: (value: number) => number): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, map(value)])) as Shape;
}
