import type { IncomingHttpHeaders } from 'node:http';
import type { BufferedResponse } from '@vitae/kit/http/response';

const XML_TYPE = 'application/xml; charset=utf-8';

/** The same tree as the JSON of an answer, as XML under `<response>` (decisions §7). */
export function xmlResponse({ status, headers, body }: BufferedResponse): BufferedResponse {
  const { ETag: etag, ...others } = headers;
  // Another form of the same revision has a tag of its own (RFC 9110 section 8.8.3).
  const tag = etag === undefined ? {} : { ETag: String(etag).replace(/"$/, '-xml"') };
  if (status === 304) return { status, headers: { ...others, ...tag }, body };
  const value = JSON.parse(body.toString()) as unknown;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${element('response', value)}\n`;
  return { status, headers: { ...others, ...tag, 'Content-Type': XML_TYPE }, body: xml };
}

/**
 * The If-None-Match of a call for XML as its JSON is compared with: the tags of XML alone, under
 * their revisions. A client that has the JSON does not have the XML.
 */
export function unmarkXmlTags(headers: IncomingHttpHeaders): void {
  const { 'if-none-match': sent } = headers;
  if (sent === undefined || sent.trim() === '*') return;
  const known = sent
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag.endsWith('-xml"'))
    .map((tag) => tag.replace(/-xml"$/, '"'));
  if (known.length > 0) headers['if-none-match'] = known.join(', ');
  else delete headers['if-none-match'];
}

/** An array is its element once for each item; null is an empty element. */
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

/** Names of fields are names of XML, but those that are data (a table's code, say) need not be. */
function elementName(name: string): string {
  return NAME.test(name) ? name : `_${name.replace(/[^\w.-]/g, '_')}`;
}

// Fewer than XML 1.0 section 2.3 allows, and all that our fields are called.
const NAME = /^[A-Za-z_][\w.-]*$/;

// What XML 1.0 section 2.2 has no place for cannot be escaped either.
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeText(text: string): string {
  return text
    .replace(NOT_XML, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
