import { collectArray, valueOfTree } from '@vitae/accounts/signatures/array-json';
import { type ParameterLimits, type Parameters, parseParameters } from '@vitae/accounts/signatures/parameters';
import { type ByteString, textOf } from '@vitae/accounts/signatures/percent-encoding';
import { invalid } from '@vitae/kit/errors';

// Fits the largest form, a CV with some hundred items of a dozen fields each and skills five levels deep.
const MAX_BRACKETS = 10_000;
const FORM_LIMITS: ParameterLimits = { parameters: 5_000, depth: 20 };

/**
 * Parses a form with PHP's bracket arrays (`tags[]=1`, `a[b][0]=2`) to a tree of text, with the parser of signed
 * parameters, so that forms and queries have the same meaning. Objects have no prototype.
 */
export function parseForm(body: Buffer): Record<string, unknown> {
  const parameters = parseParameters(body.toString('latin1').trim(), FORM_LIMITS);
  if (!parameters) throw invalid(`The form has more than ${FORM_LIMITS.parameters} fields.`);
  if (parameters.repeated !== undefined) throw wrongField(fieldName(parameters.repeated), 'was sent more than once');
  if (bracketsOf(parameters) > MAX_BRACKETS)
    throw invalid(`The form has more than ${MAX_BRACKETS} brackets in its names.`);
  const tree = Object.create(null) as Record<string, unknown>;
  for (const { name, value } of parameters.plain) {
    const field = fieldName(name);
    const text = textOf(value);
    if (text === undefined) throw wrongField(field, 'must be UTF-8');
    tree[field] = text;
  }
  for (const array of parameters.arrays) {
    const field = fieldName(array.name);
    const collected = collectArray(array);
    if (!collected) throw wrongField(field, 'is not one array of UTF-8 text');
    tree[field] = valueOfTree(collected);
  }
  return tree;
}

function bracketsOf({ arrays }: Parameters): number {
  let brackets = 0;
  for (const { elements } of arrays) for (const { path } of elements) brackets += path.length;
  return brackets;
}

function fieldName(name: ByteString): string {
  const text = textOf(name);
  if (text === undefined) throw invalid('A field name is not valid UTF-8.');
  return text;
}

function wrongField(field: string, message: string) {
  const shown = field.slice(0, 100);
  return invalid(`${shown}: ${message}`, [{ field: shown, message }]);
}
