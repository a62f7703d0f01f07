/**
 * Requests that wait for an export or a preview picture. The export queue limits their cost. Like routes, they match in any
 * letter case and with a slash at the end.
 */
export const renderingPaths: readonly RegExp[] = [
  /^\/c\/[^/]+\/export\/?$/i,
  /^\/(?:p\/[^/]+(?:\/[^/]+)?|c\/[^/]+)\/preview\.png\/?$/i,
];
