import type { IncomingHttpHeaders } from 'node:http';
import { type Parameters, plainValue } from '@vitae/accounts/signatures/parameters';
import type { BufferedResponse } from '@vitae/kit/http/response';
import type { Request } from 'express';

const XML_TYPE = 'application/xml; charset=utf-8';

// Browsers list XML, too, but want pages: they receive JSON.
const NEGOTIATED = ['application/json', 'application/problem+json', 'application/xml', 'text/xml', 'text/html'];

/** Returns whether a request asks for XML, valid or not. Its parameter `format` takes precedence over its Accept header. */
export function requestsXml(request: Request, parameters: Parameters | undefined): boolean {
  const format = parameters && plainValue(parameters, 'format');
  return format === undefined ? prefersXml(request) : format === 'xml';
}

function prefersXml(request: Request): boolean {
  if (!/xml/i.test(request.headers.accept ?? '')) return false;
  const preferred = request.accepts(NEGOTIATED);
  return preferred === 'application/xml' || preferred === 'text/xml';
}

type WriteBoolean = (value: boolean) => string;

/** Converts a JSON response to XML with the same structure under `<response>`. The elements of an array are `<item>`. */
export function xmlResponse(
  { status, headers, body }: BufferedResponse,
  writeBoolean: WriteBoolean = String,
): BufferedResponse {
  const { ETag: etag, ...others } = headers;
  // Each representation of a revision has its own tag (RFC 9110 section 8.8.3).
  const tag = etag === undefined ? {} : { ETag: String(etag).replace(/"$/, '-xml"') };
  if (status === 304) return { status, headers: { ...others, ...tag }, body };
  const parsed = JSON.parse(body.toString()) as object;
  const value = Array.isArray(parsed) && parsed.length > 0 ? { item: parsed } : parsed;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${tagged('response', membersOf(value, writeBoolean))}\n`;
  return { status, headers: { ...others, ...tag, 'Content-Type': XML_TYPE }, body: xml };
}

/**
 * Reduces If-None-Match to the tags of a representation, which end with a mark such as `-xml`, in the form of those of the
 * usual JSON. A client that has another representation does not have this one.
 */
export function unmarkTags(headers: IncomingHttpHeaders, mark: string): void {
  const { 'if-none-match': sent } = headers;
  if (sent === undefined || sent.trim() === '*') return;
  const end = `${mark}"`;
  const tags = sent
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag.endsWith(end))
    .map((tag) => `${tag.slice(0, -end.length)}"`);
  if (tags.length > 0) headers['if-none-match'] = tags.join(', ');
  else delete headers['if-none-match'];
}

/** Repeats the element for each item of an array. Null and an empty array are an empty element. */
function element(name: string, value: unknown, writeBoolean: WriteBoolean): string {
  if (Array.isArray(value) && value.length > 0) return value.map((item) => element(name, item, writeBoolean)).join('');
  return tagged(name, contentOf(value, writeBoolean));
}

function tagged(name: string, content: string): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function contentOf(value: unknown, writeBoolean: WriteBoolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return writeBoolean(value);
  if (typeof value !== 'object') return escapeText(String(value));
  // `{experiences: {experience: []}}`: the outer element is that of the list.
  const [list, ...others] = Object.values(value);
  return others.length === 0 && Array.isArray(list) && list.length === 0 ? '' : membersOf(value, writeBoolean);
}

function membersOf(value: object, writeBoolean: WriteBoolean): string {
  return Object.entries(value)
    .map(([name, member]) => element(elementName(name), member, writeBoolean))
    .join('');
}

/** Field names are valid in XML, but names that are data (such as codes of tables) may not be. */
function elementName(name: string): string {
  return NAME.test(name) ? name : `_${name.replace(/[^\w.-]/g, '_')}`;
}

// A subset of XML 1.0 section 2.3 that covers all field names.
const NAME = /^[A-Za-z_][\w.-]*$/;

// XML 1.0 section 2.2 does not allow these characters, not even escaped.
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeText(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
