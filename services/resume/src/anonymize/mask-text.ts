import { foldedPattern, nameParts } from './name-pattern.ts';

/** What stands in a text where something personal was. */
export const MASK = '[…]';

export type Identity = {
  /** Names in any spelling: "Jane Developer", "Jane", "Developer". */
  names: readonly string[];
  /** E-mail addresses, telephone numbers, addresses on the web, user names. */
  reachedBy: readonly string[];
};

// Every repetition has a bound: the time stays in proportion to the text, whatever is in it.
const email =
  /[\p{L}\p{N}._%+'-]{1,100}\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]{1,63}(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}\p{N}-]{1,63}){1,8}/giu;
const address = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|tel:)[^\s<>"')\]]+/giu;
// Without a scheme, only with a path: "linkedin.com/in/jane" leads to a person, "Booking.com" and "Node.js" to none.
const bareAddress =
  /(?<![a-z0-9.-])(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|io|dev|me|app|info|name|page|site|blog|ai|co|eu|us|[a-z]{2})\/[^\s<>"')\]]+/giu;
const handle = /(?<![\p{L}\p{N}@.])@[\p{L}\p{N}_.-]{2,100}/gu;
const number = /(?<![\p{L}\p{N}.,-])(?:\+|\(|\b0|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b)[\d\s().\u00a0\u202f/-]{5,30}\d?/gu;
const day = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}\s*$/;

/**
 * A function that takes out of a text what says who it is about: parts of the name however they are
 * accented, and every e-mail address, telephone number and address on the web, its owner's or not.
 */
export function maskerOf({ names, reachedBy }: Identity): (text: string) => string {
  const own = reachedBy
    .map((one) => one.trim().replace(/^https?:\/\/(www\.)?|\/$/gi, ''))
    .filter((one) => one.length > 2);
  const literal = own.length > 0 ? new RegExp(own.map(ownPattern).join('|'), 'giu') : undefined;
  const named = nameParts(names);
  return (text) => {
    const before = text.normalize('NFD');
    let masked = before.replace(email, MASK).replace(address, MASK).replace(bareAddress, MASK).replace(handle, MASK);
    if (literal) masked = masked.replace(literal, MASK);
    masked = masked.replace(number, maskTelephone);
    if (named) masked = masked.replace(named, MASK);
    return masked === before ? text : tidy(masked).normalize('NFC');
  };
}

function ownPattern(one: string): string {
  const digits = one.replace(/\D/g, '');
  const pattern =
    /\p{L}/u.test(one) || digits.length < 6 ? foldedPattern(one) : [...digits].join('[^\\p{L}\\p{N}]{0,3}');
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

// Eight digits and more that begin so are no year, no date and no sum of money.
function maskTelephone(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  const rest = /\s*$/.exec(text)?.[0] ?? '';
  return digits >= 8 && digits <= 16 && !day.test(text) ? `${MASK}${rest}` : text;
}

// "Jane Developer" is one mask, not two.
function tidy(text: string): string {
  return text.replace(/\[…\](?:[\s,.·|/-]*\[…\])+/gu, MASK);
}

/** Fields whose text is a code or a date. */
const notWords = new Set([
  ...['culture', 'isoCode', 'countryCode', 'id', 'color', 'contentType', 'mediaType'],
  ...['start', 'end', 'startDate', 'endDate', 'date', 'releaseDate', 'createDate', 'updatedAt', 'birthdate'],
]);

// A date or a time, a country, a culture, a colour, a type of content. What a stranger wrote there instead is a text like others.
const code =
  /^(?:[\d\s:.,TZ+/-]{0,40}|#[0-9a-fA-F]{3,8}|[A-Z]{2,3}|[a-z]{2}(?:[_-][A-Z]{2})?|[a-z]{1,20}\/[a-z0-9.+-]{1,40})$/;

function isCode(value: unknown): boolean {
  return typeof value === 'string' && code.test(value);
}

/** The same value with every text in it masked, keys and codes apart. */
export function maskTexts<Value>(value: Value, mask: (text: string) => string): Value {
  return maskValue(value, mask) as Value;
}

function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      notWords.has(key) && isCode(inner) ? inner : maskValue(inner, mask),
    ]),
  );
}
