import type { IncomingHttpHeaders } from 'node:http';
import type { BufferedResponse } from '@vitae/kit/http/response';

const XML_TYPE = 'application/xml; charset=utf-8';

/** Converts a JSON response to XML with the same structure under `<response>`. */
export function xmlResponse({ status, headers, body }: BufferedResponse): BufferedResponse {
  const { ETag: etag, ...others } = headers;
  // Each representation of a revision has its own tag (RFC 9110 section 8.8.3).
  const tag = etag === undefined ? {} : { ETag: String(etag).replace(/"$/, '-xml"') };
  if (status === 304) return { status, headers: { ...others, ...tag }, body };
  const value = JSON.parse(body.toString()) as unknown;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${element('response', value)}\n`;
  return { status, headers: { ...others, ...tag, 'Content-Type': XML_TYPE }, body: xml };
}

/**
 * Reduces If-None-Match of a request for XML to the tags of XML representations, in the form of their JSON
 * counterparts. A client that has the JSON does not have the XML.
 */
export function unmarkXmlTags(headers: IncomingHttpHeaders): void {
  const { 'if-none-match': sent } = headers;
  if (sent === undefined || sent.trim() === '*') return;
  const tags = sent
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag.endsWith('-xml"'))
    .map((tag) => tag.replace(/-xml"$/, '"'));
  if (tags.length > 0) headers['if-none-match'] = tags.join(', ');
  else delete headers['if-none-match'];
}

/** Repeats the element for each item of an array; null is an empty element. */
export function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('');
  const content = contentOf(value);
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function contentOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return escapeText(String(value));
  return Object.entries(value)
    .map(([name, member]) => element(elementName(name), member))
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
