/** Requests that wait for an export or a preview picture. The export queue limits their cost. */
export const renderingPaths: readonly RegExp[] = [
  /^\/c\/[^/]+\/export$/,
  /^\/(?:p\/[^/]+(?:\/[^/]+)?|c\/[^/]+)\/preview\.png$/,
];
