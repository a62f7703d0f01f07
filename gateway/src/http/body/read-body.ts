import { VitaeError } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import type { Request } from 'express';
import { z } from 'zod';
import { type BodyFormat, formatOf } from './body-format.ts';
import { parseForm } from './form-tree.ts';
import { parseStrictJson } from './strict-json.ts';
import { type TypeSchema, typedText } from './typed-text.ts';
import { parseXml } from './xml-tree.ts';

/** Reads a request's body as the schema has it; "" and nothing at all are undefined. */
export type BodyReader = (request: Request) => unknown;

/**
 * JSON or a form, whichever the body is; XML where a call takes it. It is read, not judged: the
 * schema only says which type the texts of a form stand for.
 */
export function createBodyReader(schema: z.ZodType, { xml = false } = {}): BodyReader {
  let types: TypeSchema | undefined;
  return (request) => {
    const body = bodyOf(request);
    const format = readableFormat(request, body, xml);
    if (format === 'empty') return undefined;
    if (format === 'json') return parseStrictJson(body);
    if (format === 'xml') return parseXml(body);
    types ??= typesOf(schema);
    return typedText(parseForm(body), types);
  };
}

/** The types that a schema's input has, for text that stands for them. */
export function typesOf(schema: z.ZodType): TypeSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as TypeSchema;
}

function readableFormat(request: Request, body: Buffer, xml: boolean): BodyFormat | 'empty' {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupported('Send the body without a Content-Encoding.');
  const format = formatOf(body, request.headers['content-type']);
  if (format === 'xml' && !xml) throw unsupported('This call does not take XML: send JSON or a form.');
  if (format === undefined)
    throw unsupported('The body is neither JSON nor a form (application/x-www-form-urlencoded).');
  return format;
}

function unsupported(message: string): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'unsupported_body', message, { status: 415 });
}
