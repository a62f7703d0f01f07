import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SetupError } from '../setup-error.ts';

export type MutationOptions = { areas: string[] /** Mutants per area. */; sample: number; seed: number };

const USAGE = 'npm run test:mutation -- [--area NAME]… [--sample MUTANTS_PER_AREA] [--seed NUMBER]';

/** @throws {SetupError} for unknown options and values, with the usage. */
export function parseMutationArguments(args: string[], areaNames: readonly string[]): MutationOptions {
  const schema = z.object({
    area: z.array(z.enum(areaNames as [string, ...string[]])).default([...areaNames]),
    sample: z.coerce.number().int().min(1).max(100_000).default(30),
    seed: z.coerce.number().int().min(0).max(4_294_967_295).default(1),
  });
  const options = {
    area: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
  } as const;
  try {
    const { area, sample, seed } = schema.parse(parseArgs({ args, options }).values);
    return { areas: area, sample, seed };
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new SetupError(`${message}\nUsage: ${USAGE}\nAreas: ${areaNames.join(', ')}`);
  }
}
