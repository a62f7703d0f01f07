import type { Linked } from './document-model.ts';
import { plainLine } from './plain-text.ts';

/** Returns a link labelled with the address minus scheme, `www.` and trailing slash; null unless http or https. */
export function webLink(address: string | null | undefined): Linked | null {
  const text = plainLine(address);
  const href = webHref(text);
  return href === null ? null : { text: text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''), href };
}

/** Links a text to an address; the text has no link when the address is not http or https. */
export function linkTo(text: string, address: string | null | undefined): Linked {
  return { text, href: webHref(plainLine(address)) };
}

export function mailLink(address: string): Linked {
  const text = plainLine(address);
  const href = /^[^\s@<>"]+@[^\s@<>"]+$/.test(text)
    ? `mailto:${encodeURI(text).replace(/[?#&]/g, encodeURIComponent)}`
    : null;
  return { text, href };
}

/** Returns a `tel:` link (RFC 3966): only digits, with a leading plus for international numbers. */
export function phoneLink(number: string): Linked {
  const text = plainLine(number);
  const digits = text.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  return { text, href: /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : null };
}

function webHref(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  const url = URL.parse(address);
  return url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') ? null : url.href;
}
