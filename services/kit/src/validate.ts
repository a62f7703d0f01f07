import type { z } from 'zod';
import { type FieldProblem, invalid, type VitaeError } from './errors.ts';

/**
 * Parses input with a schema.
 * @throws {VitaeError} INVALID_ARGUMENT with every invalid field in `details`.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidFields(fieldProblems(result.error));
}

/** Creates an error for these fields. Its message lists the first five. */
export function invalidFields(problems: FieldProblem[]): VitaeError {
  const named = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return invalid(named.slice(0, 5).join('; '), problems);
}

/** Returns one problem per invalid field. Unknown fields are listed individually. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: sentence(issue.message) }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'unknown field' }));
  });
}

const sentence = (message: string) =>
  message.replace(/^Invalid input: expected (\w+), received undefined$/, 'is required').replace(/^Invalid input: /, '');
