import { isSupportedCountry, parsePhoneNumberFromString as parsePhoneNumber } from 'libphonenumber-js/min';
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

const MAX_PHONE_LENGTH = 60;

/**
 * Returns a `tel:` link (RFC 3966). A valid number has the international form: "+33 6 12 34 56 78". A number without country
 * code is of the CV's `country` (ISO 3166-1 alpha-2) if it is valid there, or else it stays as written.
 */
export function phoneLink(number: string, country?: string): Linked {
  const text = plainLine(number);
  const defaultCountry = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed =
    text.length <= MAX_PHONE_LENGTH
      ? parsePhoneNumber(text, { extract: false, ...(defaultCountry && { defaultCountry }) })
      : undefined;
  if (parsed?.isValid()) return { text: parsed.formatInternational(), href: parsed.getURI() };
  const digits = text.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  return { text, href: /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : null };
}

function webHref(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  const url = URL.parse(address);
  return url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') ? null : url.href;
}
