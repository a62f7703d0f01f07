/** Whether a caller that sent this If-None-Match has what bears the tag: weak comparison with any of the list (RFC 9110 section 13.1.2). */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => {
    const one = tag.trim();
    return one === '*' || one === etag || one === `W/${etag}`;
  });
}
