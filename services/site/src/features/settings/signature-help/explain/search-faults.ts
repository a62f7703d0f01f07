import { setImmediate as otherWork } from 'node:timers/promises';

/** A common signing error. `apply` returns undefined if the error makes no difference. */
export type FaultDeviation<Recipe, Fault> = { fault: Fault; apply(recipe: Recipe): Recipe | undefined };

type FaultSearch<Recipe, Fault> = {
  /** Recipes without deviations, with the faults that they already contain. */
  starts: readonly { recipe: Recipe; faults: Fault[] }[];
  /** Deviations of one kind exclude each other. */
  kinds: readonly (readonly FaultDeviation<Recipe, Fault>[])[];
  /** Returns the faults of the notation of the signature if the recipe reproduces it, otherwise undefined. */
  matches(recipe: Recipe): Fault[] | undefined;
  maxTries: number;
};

const TRIES_PER_TURN = 32;

/**
 * Finds the signing errors by reproducing them: each known fault alone, then each pair. Returns undefined if none
 * reproduces the signature.
 */
export async function searchFaults<Recipe, Fault>({
  starts,
  kinds,
  matches,
  maxTries,
}: FaultSearch<Recipe, Fault>): Promise<Fault[] | undefined> {
  let tries = 0;
  const attempt = async (recipe: Recipe): Promise<Fault[] | undefined> => {
    // Lets other requests proceed.
    if (++tries % TRIES_PER_TURN === 0) await otherWork();
    return matches(recipe);
  };
  for (const { recipe, faults } of starts) {
    const matched = await attempt(recipe);
    if (matched) return [...matched, ...faults];
  }
  for (const { recipe, faults } of starts) {
    const single = kinds.map((deviations) => deviations.flatMap((deviation) => changed(recipe, deviation)));
    for (const one of single.flat()) {
      const matched = await attempt(one.recipe);
      if (matched) return [...matched, ...faults, one.fault];
    }
    for (const [one, two] of pairs(single, kinds)) {
      if (tries >= maxTries) return undefined;
      const matched = await attempt(two.recipe);
      if (matched) return [...matched, ...faults, one.fault, two.fault];
    }
  }
  return undefined;
}

type Changed<Recipe, Fault> = { recipe: Recipe; fault: Fault };

/** Returns each combination of two deviations of different kinds. */
function* pairs<Recipe, Fault>(
  single: readonly (readonly Changed<Recipe, Fault>[])[],
  kinds: readonly (readonly FaultDeviation<Recipe, Fault>[])[],
): Generator<[Changed<Recipe, Fault>, Changed<Recipe, Fault>]> {
  for (const [index, ones] of single.entries()) {
    for (const others of kinds.slice(index + 1)) {
      for (const one of ones) {
        for (const deviation of others) {
          for (const two of changed(one.recipe, deviation)) yield [one, two];
        }
      }
    }
  }
}

function changed<Recipe, Fault>(
  recipe: Recipe,
  { fault, apply }: FaultDeviation<Recipe, Fault>,
): Changed<Recipe, Fault>[] {
  const made = apply(recipe);
  return made ? [{ recipe: made, fault }] : [];
}
