import type { Finding } from '../../../features/settings/signature-help/explain/explain-refusal.ts';
import type { SignatureFault } from '../../../features/settings/signature-help/explain/signature-faults.ts';

/** What somebody did, and what to do instead. */
const faults: Record<SignatureFault, string> = {
  plusForSpace: 'Spaces were signed as “+”. Sign them as “%20” (rawurlencode, not urlencode).',
  phpSlashes:
    'The JSON text was signed in another spelling than it was sent in: PHP escapes “/” as “\\/” and “é” as “\\u00e9”. Sign the very text that you send.',
  arraysUnfolded: 'An array was signed as it is sent, in brackets. Sign its JSON text under its plain name.',
  unsorted: 'The parameters were not sorted. Sort them by the bytes of their names.',
  sortedWithoutCase: 'The parameters were sorted without regard to capitals. Sort by bytes: “Z” comes before “a”.',
  sentEncoding:
    'The parameters were signed in the encoding of the address. Encode names and values with RFC 3986 before signing.',
  unencoded: 'Names and values were signed without encoding. Encode them with RFC 3986.',
  lowerCaseEscapes: 'Escapes were signed in small letters, such as “%2f”. Write them in capitals: “%2F”.',
  doubleEncoded: 'Names and values were encoded twice before signing.',
  pathWithHost: 'The host was signed with the path. Sign the path alone.',
  pathWithoutPrefix: 'A part of the path was left out. Sign it from “/api/v1” on.',
  pathDecoded: 'The path was decoded or encoded before signing. Sign it as it is sent.',
  pathSlash: 'The path was signed with a “/” or “?” too many or too few.',
  methodCase: 'The method was signed in small letters. Write it in capitals.',
  otherMethod: 'Another method was signed than the one that was sent.',
  methodMissing: 'The method was not signed. It is the first line.',
  emptyLeftOut: 'Parameters without a value were sent and not signed.',
  apikeyLeftOut: '“apikey” was sent and not signed.',
  timestampLeftOut: '“timestamp” was sent and not signed.',
  nonceLeftOut: '“nonce” was sent and not signed.',
  hashIncluded: 'An empty “hash” was signed. Leave it out.',
  milliseconds: 'Milliseconds were signed, and seconds were sent.',
  lineBreaks: 'The three lines were not joined by a line feed alone.',
  literalLineBreaks: 'The lines were joined by a backslash and an “n”. In PHP, “\\n” needs double quotes.',
  endingLineBreak: 'A line break at the end was signed too.',
  secretDecoded: 'The secret was decoded before use. Use its 64 characters as they are.',
  secretWithLineBreak: 'A line break behind the secret was used with it, as when it is read from a file.',
  otherDigest: 'Another function was used. It is HMAC with SHA-256, keyed with the secret.',
  historicalScheme: 'It is signed in the historical way (MD5). This key needs HMAC-SHA256.',
  secretFirst: 'The secret was put before the values. It comes behind them.',
  base64Hash: '“hash” is written in base64. Write it in hexadecimal.',
};

const findings: Record<
  Exclude<Finding['is'], 'fault' | 'missingParameter' | 'repeatedParameter' | 'outOfWindow'>,
  string
> = {
  unknownKey: 'Your company has no such key. Compare “apikey” with the list of your keys.',
  revokedKey: 'The key was revoked. Make a new one.',
  expiredKey: 'The key has expired. Make a new one.',
  invalidNonce: '“nonce” needs 8 to 128 printable ASCII characters.',
  milliseconds: '“timestamp” is in milliseconds. Send seconds: ten digits.',
  invalidTimestamp: '“timestamp” is no time in seconds: ten digits.',
  nonceUsed: 'The nonce was used already. Sign every call anew, also when you try again.',
  limited: 'The call was signed correctly. It was refused because the minute’s calls were used up.',
  rightSignature: 'The signature is right.',
  otherSecret:
    'This signature was not made with this key’s secret over this address, as far as we can tell. Compare the secret in your program, and what you signed with the lines below.',
};

export const en = {
  title: 'Signature help',
  lead: 'A refused call says little, so that strangers learn nothing. Here you see what your call should have signed, and what probably went wrong.',
  paste: 'A call of yours',
  method: 'Method',
  url: 'Refused address, with all its parameters',
  urlProblem: 'Paste the whole address, or its path and query.',
  theirs: 'What you signed (optional)',
  theirsHint: 'The string that your program made before the HMAC. We show where it differs first.',
  submit: 'Explain',
  fine: 'Neither the address nor what you paste is kept. Nothing here accepts a call or shows a secret.',
  viewer: 'Administrators of your company can have a call explained.',
  tooMany: (seconds: string) => `That was a lot. Try again in ${seconds} s.`,
  request: {
    chosen: (id: string) => `Refused call ${id}`,
    ofApplication:
      'Signature help explains calls that are signed with an API key. Applications sign with OAuth 1.0: what was wrong with their call is said in its answer, as oauth_problem and oauth_problem_advice.',
    gone: 'This refused call is not in the list any more. Paste its address instead.',
    other: 'Paste another address',
  },
  recent: {
    title: 'Refused lately',
    lead: 'The latest calls with your keys that were not let in, for a day at most.',
    none: 'No call was refused in the last day.',
    when: 'When',
    call: 'Call',
    explain: 'Explain',
    explainOf: (id: string) => `Explain ${id}`,
  },
  result: {
    title: 'What went wrong',
    likely: 'Likely cause',
    missingParameter: (name: string) => `“${name}” is missing or empty.`,
    repeatedParameter: (name: string) => `“${name}” was sent more than once.`,
    late: (time: string) =>
      `The call’s time is ${time} behind ours: more than five minutes. Check the clock, and sign right before sending.`,
    lateByNow: (time: string) =>
      `By now the call’s time is ${time} behind ours: sent like this it is refused. That is no reason if it was sent within five minutes of being signed.`,
    early: (time: string) =>
      `The call’s time is ${time} ahead of ours: more than five minutes. Check the clock and its time zone.`,
    findings,
    faults,
    ours: 'What our side signs',
    several: 'Each of these would be accepted.',
    difference: (line: string, column: string) => `First difference: line ${line}, character ${column}`,
    same: 'What you signed is the same as ours.',
    oursThere: 'Ours',
    theirsThere: 'Yours',
  },
};

export type SignatureWords = typeof en;
