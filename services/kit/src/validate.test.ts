import { z } from 'zod';
import type { VitaeError } from './errors.ts';
import { validate } from './validate.ts';

function rejectionOf(schema: z.ZodType, input: unknown): VitaeError {
  try {
    validate(schema, input);
  } catch (error) {
    return error as VitaeError;
  }
  throw new Error('The input was accepted');
}

describe('validation', () => {
  const manyNames = Object.fromEntries(Array.from({ length: 1_000 }, (_none, index) => [`field${index}`, 1]));
  test.each([
    ['unknown fields', z.strictObject({}), manyNames],
    ['invalid fields', z.record(z.string(), z.string()), manyNames],
    ['invalid elements', z.array(z.string()), Array(1_000).fill(1)],
  ])('reports at most 20 %s', (_case, schema, input) => {
    const { details, message } = rejectionOf(schema, input);
    expect(details).toHaveLength(20);
    expect(message.split('; ')).toHaveLength(5);
  });

  test.each([
    [z.string().max(255), 'x'.repeat(300), 'must be at most 255 characters'],
    [z.array(z.int()).max(2), [1, 2, 3], 'must be at most 2 items'],
    [z.int().max(100), 101, 'must be at most 100'],
    [z.int().min(0), -1, 'must be at least 0'],
  ])('says which limit a value exceeds', (schema, value, message) => {
    expect(rejectionOf(z.object({ value: schema }), { value }).details).toEqual([{ field: 'value', message }]);
  });

  test('shortens long names of fields', () => {
    const { details, message } = rejectionOf(z.strictObject({}), { ['x'.repeat(100_000)]: 1 });
    expect(details).toEqual([{ field: 'x'.repeat(200), message: 'unknown field' }]);
    expect(message.length).toBeLessThan(300);
  });
});
