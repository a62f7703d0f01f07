import { createHmac, timingSafeEqual } from 'node:crypto';

/** A private link of a CV for one application. It works while the application has access to the CV (ADR 49). */
export type ApplicationLink = { companyId: number; cvId: number; applicationId: number };

/** Separates these codes from other uses of the same key. */
const PURPOSE = 'vitae application link 1';
const MAC_BYTES = 16;
// Tokens of other links contain no dot. Earlier sites reject the dots, because they would not check the access.
const TOKEN = /^(?<companyId>[1-9]\d{0,15})\.(?<cvId>[1-9]\d{0,15})\.(?<applicationId>[1-9]\d{0,15})\.[\w-]{22}$/;

/** What the codes of links depend on. */
export type ApplicationLinkSecrets = {
  /** The key of GetApplicationLinkKey. Companies and applications do not know it, so they cannot create links. */
  key: Uint8Array;
  /** The token of the permanent private link. Replacing this link invalidates those of all applications. */
  privateToken: string;
};

/** Returns the token of the link: its ids and an HMAC-SHA-256 of 128 bits. */
export function applicationLinkToken(link: ApplicationLink, { key, privateToken }: ApplicationLinkSecrets): string {
  const ids = `${link.companyId}.${link.cvId}.${link.applicationId}`;
  const mac = createHmac('sha256', key).update(`${PURPOSE}\n${ids}\n${privateToken}`).digest();
  return `${ids}.${mac.subarray(0, MAC_BYTES).toString('base64url')}`;
}

/** Returns the link that a token names, which may be forged, or undefined for the tokens of other private links. */
export function parseApplicationLink(token: string): ApplicationLink | undefined {
  const groups = TOKEN.exec(token)?.groups;
  if (!groups) return undefined;
  const [companyId, cvId, applicationId] = [groups.companyId, groups.cvId, groups.applicationId].map(Number);
  const link = { companyId: companyId ?? 0, cvId: cvId ?? 0, applicationId: applicationId ?? 0 };
  return Object.values(link).every(Number.isSafeInteger) ? link : undefined;
}

/** Returns whether the token was created for its ids with these secrets. */
export function isApplicationLinkToken(token: string, secrets: ApplicationLinkSecrets): boolean {
  const link = parseApplicationLink(token);
  if (!link) return false;
  const [given, expected] = [Buffer.from(token), Buffer.from(applicationLinkToken(link, secrets))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
