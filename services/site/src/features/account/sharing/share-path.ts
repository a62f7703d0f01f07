/** The path of the page that shares a CV. */
export function sharePath(cvId: number): string {
  return `/account/cvs/${cvId}/share`;
}
