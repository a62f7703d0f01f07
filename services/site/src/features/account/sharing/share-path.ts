/** The path of the page that shares a CV. */
export function sharePath(cvId: number): string {
  return `/account/cvs/${cvId}/share`;
}

/** The path of the page on which the owner gives up a former name. */
export function formerNamePath(cvId: number): string {
  return `${sharePath(cvId)}/former-name`;
}
