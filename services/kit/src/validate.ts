import type { z } from 'zod';
import { type FieldProblem, invalid, type VitaeError } from './errors.ts';

/** Input as a schema has it, or an error that names every field that is wrong. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalidFields(fieldProblems(result.error));
}

/** The error that names these fields, the first of them in its message too. */
export function invalidFields(problems: FieldProblem[]): VitaeError {
  const named = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return invalid(named.slice(0, 5).join('; '), problems);
}

/** One row for each field, unknown ones by their own name. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: sentence(issue.message) }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'unknown field' }));
  });
}

const sentence = (message: string) =>
  message.replace(/^Invalid input: expected (\w+), received undefined$/, 'is required').replace(/^Invalid input: /, '');
