import { VitaeError } from '@vitae/kit/errors';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { runInSlices, runSynchronously, type SlicedWork } from '@vitae/kit/slices';
import type { Request } from 'express';
import { z } from 'zod';
import { parseForm } from './form-tree.ts';
import { strictJson } from './strict-json.ts';
import { type TypeSchema, typedText } from './typed-text.ts';
import { xmlTree } from './xml-tree.ts';

/** Parses a request's body with the schema's types; undefined for an empty body. Returns a promise for a large body. */
export type BodyReader = (request: Request) => unknown;

/** Larger bodies are parsed in slices. */
const MAX_UNSLICED_BYTES = 65_536;

export type BodyFormat = 'json' | 'form' | 'xml';

// RFC 8259 section 2 and XML 1.0 section 2.3 define the same white space; a byte order mark may precede it.
const LEADING = /^(?:\xef\xbb\xbf)?[ \t\r\n]*/;
const FORM_PAIR = /^&*[^=&<{["\s][^=&<{"\s]*=/;

/**
 * Returns a reader of JSON and forms, and of XML if `xml` is set. It does not validate: the schema only determines the
 * types of text values.
 */
export function createBodyReader(schema: z.ZodType, { xml = false } = {}): BodyReader {
  let types: TypeSchema | undefined;
  return (request) => {
    const body = bodyOf(request);
    const format = readableFormat(request, body, xml);
    if (format === 'empty') return undefined;
    types ??= typesOf(schema);
    const work = parse(body, format, types);
    return body.length > MAX_UNSLICED_BYTES ? runInSlices(work) : runSynchronously(work);
  };
}

function* parse(body: Buffer, format: BodyFormat, types: TypeSchema): SlicedWork<unknown> {
  if (format === 'json') return yield* strictJson(body);
  if (format === 'xml') return yield* xmlTree(body);
  return typedText(parseForm(body), types);
}

/** Returns the types of a schema's input, for text values. */
export function typesOf(schema: z.ZodType): TypeSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as TypeSchema;
}

/**
 * Returns the format of a body; undefined if unknown. The first byte decides, because clients send JSON, XML and forms
 * with wrong content types. The content type decides only if the first byte is ambiguous.
 */
export function formatOf(body: Buffer, contentType: string | undefined): BodyFormat | 'empty' | undefined {
  const start = body.toString('latin1', 0, 1_024).replace(LEADING, '');
  if (start === '') return 'empty';
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  if (start.startsWith('<')) return 'xml';
  const label = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (label === 'multipart/form-data') return undefined;
  if (FORM_PAIR.test(start)) return 'form';
  if (label.endsWith('json')) return 'json';
  return label === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

function readableFormat(request: Request, body: Buffer, xml: boolean): BodyFormat | 'empty' {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupported('Content-Encoding is not supported.');
  const format = formatOf(body, request.headers['content-type']);
  if (format === 'xml' && !xml) throw unsupported('This operation does not accept XML. Send JSON or a form.');
  if (format === undefined)
    throw unsupported('The request body must be JSON or a form (application/x-www-form-urlencoded).');
  return format;
}

function unsupported(message: string): VitaeError {
  return new VitaeError('INVALID_ARGUMENT', 'unsupported_body', message);
}
