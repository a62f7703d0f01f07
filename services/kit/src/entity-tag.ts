/** Returns whether an If-None-Match header matches the ETag, by weak comparison (RFC 9110 section 13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => {
    const one = tag.trim();
    return one === '*' || one === etag || one === `W/${etag}`;
  });
}
