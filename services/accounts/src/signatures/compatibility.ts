import { z } from 'zod';

/** The profiles for clients that were written for other platforms: `2012` stands for clients of that time. */
export const compatibilitySchema = z.enum(['2012']);
export type Compatibility = z.infer<typeof compatibilitySchema>;

/** `none` turns the profile off. */
export const compatibilityChoiceSchema = z.enum([...compatibilitySchema.options, 'none']);
export type CompatibilityChoice = z.infer<typeof compatibilityChoiceSchema>;

/**
 * Returns the stored profile of a key or application.
 * @throws {z.ZodError} for values that this version does not know, because it cannot treat the client as configured
 */
export function storedCompatibility(stored: string | null | undefined): Compatibility | undefined {
  return stored == null ? undefined : compatibilitySchema.parse(stored);
}

export function compatibilityOf(choice: CompatibilityChoice): Compatibility | null {
  return choice === 'none' ? null : choice;
}

export function choiceOf(compatibility: Compatibility | null | undefined): CompatibilityChoice {
  return compatibility ?? 'none';
}
