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

/** Errors report at most this many fields: clients cannot use more, and the response would be larger than the request. */
const MAX_PROBLEMS = 20;
/** Longer names of fields are cut. */
const MAX_FIELD_LENGTH = 200;

/** Creates an error for these fields. Its message lists the first five. */
export function invalidFields(given: readonly FieldProblem[]): VitaeError {
  const problems = given.slice(0, MAX_PROBLEMS);
  const named = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return invalid(named.slice(0, 5).join('; '), problems);
}

/** Returns the first problems, one per invalid field. Unknown fields are listed individually. */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String);
    const found =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_PROBLEMS).map((key) => problemOf([...path, key], 'unknown field'))
        : [problemOf(path, sentence(issue.message))];
    problems.push(...found.slice(0, MAX_PROBLEMS - problems.length));
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function problemOf(path: readonly string[], message: string): FieldProblem {
  return { field: path.join('.').slice(0, MAX_FIELD_LENGTH), message };
}

/** Shortens the messages of zod. */
const sentence = (message: string) =>
  message
    .replace(/^Invalid input: expected (\w+), received undefined$/, 'is required')
    .replace(/^Invalid input: /, '')
    .replace(/^Too big: expected \w+ to (?:have|be) <=/, 'must be at most ')
    .replace(/^Too small: expected \w+ to (?:have|be) >=/, 'must be at least ');
