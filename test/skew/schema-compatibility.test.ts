import { incompatibilities, type JsonSchema } from './schema-compatibility.ts';

const job = (changes: JsonSchema = {}, required = ['id']): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'integer', maximum: 9 },
    format: { type: 'string', enum: ['pdf', 'txt'] },
    ...changes.properties,
  },
  required,
});

test('accepts additional optional fields, fewer values and narrower bounds', () => {
  const later = job({
    properties: {
      id: { type: 'integer', maximum: 5 },
      format: { type: 'string', const: 'pdf' },
      theme: { type: 'string' },
    },
  });
  expect(incompatibilities(job(), job())).toEqual([]);
  expect(incompatibilities(later, job())).toEqual([]);
});

test.each<[string, JsonSchema, JsonSchema, string[]]>([
  ['a field that may be missing', job({}, []), job(), ['.id: may be missing']],
  [
    'a new value',
    job({ properties: { format: { type: 'string', enum: ['pdf', 'rtf'] } } }),
    job(),
    ['.format: the value "rtf" is not known'],
  ],
  [
    'another type',
    job({ properties: { id: { type: 'string' } } }),
    job(),
    ['.id: string instead of integer', '.id: maximum is not set instead of 9'],
  ],
  [
    'a wider bound',
    job({ properties: { id: { type: 'integer', maximum: 10 } } }),
    job(),
    ['.id: maximum is 10 instead of 9'],
  ],
  [
    'a field that the consumer forbids',
    job(),
    { type: 'object', properties: {}, additionalProperties: false },
    ['.id: not known', '.format: not known'],
  ],
  ['another pattern', { type: 'string' }, { type: 'string', pattern: '^a' }, [': pattern differs']],
  [
    'items of another type',
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: 'integer' } },
    ['[]: string instead of integer'],
  ],
  [
    'a new alternative',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { type: 'string' },
    [': null instead of string'],
  ],
  [
    'entries of another type',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: 'integer' } },
    ['.*: string instead of integer'],
  ],
])('rejects %s', (_title, producer, consumer, problems) => {
  expect(incompatibilities(producer, consumer)).toEqual(problems);
});
