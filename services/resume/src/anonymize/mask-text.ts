import { foldedPattern, namePattern } from './name-pattern.ts';

/** Replaces personal data in a text. */
export const MASK = '[…]';

export type Identity = {
  /** Names in any spelling: "Jane Developer", "Jane", "Developer". */
  names: readonly string[];
  /** Email addresses, telephone numbers, URLs and user names. */
  contacts: readonly string[];
};

// All repetitions are bounded, so that the time is linear in the length of any text.
const email =
  /[\p{L}\p{N}._%+'-]{1,100}\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]{1,63}){1,8}/giu;
const url = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|tel:)[^\s<>"')\]]+/giu;
// A URL without a scheme needs a path: "linkedin.com/in/jane" identifies its owner, "Booking.com" and "Node.js" do not.
const bareUrl =
  /(?<![a-z0-9.-])(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|io|dev|me|app|info|name|page|site|blog|ai|co|eu|us|[a-z]{2})\/[^\s<>"')\]]+/giu;
const handle = /(?<![\p{L}\p{N}@.])@[\p{L}\p{N}_.-]{2,100}/gu;
const telephone = /(?<![\p{L}\p{N}.,-])(?:\+|\(|\b0|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b)[\d\s().\u00a0\u202f/-]{5,30}\d?/gu;
const day = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}\s*$/;

/**
 * Creates a function that masks an identity in texts: parts of the names with or without accents,
 * the contacts, and all other email addresses, telephone numbers and URLs.
 */
export function createMasker({ names, contacts }: Identity): (text: string) => string {
  const values = contacts
    .map((contact) => contact.trim().replace(/^https?:\/\/(www\.)?|\/$/gi, ''))
    .filter((value) => value.length > 2);
  const ownContacts = values.length > 0 ? new RegExp(values.map(contactPattern).join('|'), 'giu') : undefined;
  const ownNames = namePattern(names);
  return (text) => {
    const decomposed = text.normalize('NFD');
    let masked = decomposed.replace(email, MASK).replace(url, MASK).replace(bareUrl, MASK).replace(handle, MASK);
    if (ownContacts) masked = masked.replace(ownContacts, MASK);
    masked = masked.replace(telephone, maskTelephone);
    if (ownNames) masked = masked.replace(ownNames, MASK);
    return masked === decomposed ? text : mergeMasks(masked).normalize('NFC');
  };
}

function contactPattern(contact: string): string {
  const digits = contact.replace(/\D/g, '');
  const pattern =
    /\p{L}/u.test(contact) || digits.length < 6 ? foldedPattern(contact) : [...digits].join('[^\\p{L}\\p{N}]{0,3}');
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

// Years, dates and amounts of money do not match `telephone` with eight digits or more.
function maskTelephone(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  const rest = /\s*$/.exec(text)?.[0] ?? '';
  return digits >= 8 && digits <= 16 && !day.test(text) ? `${MASK}${rest}` : text;
}

/** Merges adjacent masks, so that "Jane Developer" becomes one. */
function mergeMasks(text: string): string {
  return text.replace(/\[…\](?:[\s,.·|/-]*\[…\])+/gu, MASK);
}

/** Fields that hold a code or a date. */
const codeFields = new Set([
  ...['culture', 'isoCode', 'countryCode', 'id', 'color', 'contentType', 'mediaType'],
  ...['start', 'end', 'startDate', 'endDate', 'date', 'releaseDate', 'createDate', 'updatedAt', 'birthdate'],
]);

// A date, time, country, culture, color or content type. Other text in these fields is masked.
const code =
  /^(?:[\d\s:.,TZ+/-]{0,40}|#[0-9a-fA-F]{3,8}|[A-Z]{2,3}|[a-z]{2}(?:[_-][A-Z]{2})?|[a-z]{1,20}\/[a-z0-9.+-]{1,40})$/;

function isCode(value: unknown): boolean {
  return typeof value === 'string' && code.test(value);
}

/** Masks all texts in a value except keys and codes. */
export function maskTexts<Value>(value: Value, mask: (text: string) => string): Value {
  return maskValue(value, mask) as Value;
}

function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      codeFields.has(key) && isCode(inner) ? inner : maskValue(inner, mask),
    ]),
  );
}
