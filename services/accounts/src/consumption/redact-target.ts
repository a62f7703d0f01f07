/** What a signed address says of itself; anything else may be personal. */
const SHOWN = new Set([
  'apikey',
  'timestamp',
  'nonce',
  'page',
  'limit',
  'format',
  'oauth_consumer_key',
  'oauth_timestamp',
]);

/**
 * A refused address as people may see it: the path, the names of its parameters, and the values of
 * those that neither sign nor could be somebody's data.
 */
export function redactTarget(target: string): string {
  const question = target.indexOf('?');
  if (question < 0) return target;
  const shown = target
    .slice(question + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 || SHOWN.has(pair.slice(0, equals)) ? pair : `${pair.slice(0, equals)}=…`;
    });
  return `${target.slice(0, question)}?${shown.join('&')}`;
}
