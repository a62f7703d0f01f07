/** Where one-time links lead. */
export function resetAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/settings/reset/${token}`;
}

export function invitationAddress(siteUrl: string, token: string): string {
  return `${siteUrl}/settings/invitation/${token}`;
}
