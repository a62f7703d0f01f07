/** Parameters without personal data. */
const VISIBLE_PARAMETERS = new Set([
  'apikey',
  'timestamp',
  'nonce',
  'page',
  'limit',
  'format',
  'oauth_consumer_key',
  'oauth_timestamp',
]);

/** Replaces the values of all query parameters that may contain personal data or signatures. */
export function redactTarget(target: string): string {
  const start = target.indexOf('?');
  if (start < 0) return target;
  const redacted = target
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 || VISIBLE_PARAMETERS.has(pair.slice(0, equals)) ? pair : `${pair.slice(0, equals)}=…`;
    });
  return `${target.slice(0, start)}?${redacted.join('&')}`;
}
