/** How a body is written. */
export type BodyFormat = 'json' | 'form' | 'xml';

// RFC 8259 section 2 and XML 1.0 section 2.3 have the same white space; a byte order mark may precede it.
const LEADING = /^(?:\xef\xbb\xbf)?[ \t\r\n]*/;
const FORM_PAIR = /^&*[^=&<{["\s][^=&<{"\s]*=/;

/**
 * What a body is. Its first byte decides, because clients in the field send JSON, XML and forms
 * under each other's labels (decisions §4); the label decides only what the first byte leaves open.
 * Undefined when it is none of them.
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
