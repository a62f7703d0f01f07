import type { NamedOAuthFault, OAuthFault } from './oauth-faults.ts';

/** The bytes of a signature, and the faults of its notation. */
export type GivenSignature = { bytes: Buffer; faults: NamedOAuthFault[] };

const HEX = /^(?:[0-9a-f]{2}){16,512}$/i;

/** Returns all plausible readings of oauth_signature, the correct one first. Only canonical base64 is valid. */
export function readingsOf(signature: string): GivenSignature[] {
  return notationsOf(signature).flatMap(({ text, faults }) => decoded(text).map(addFaults(faults)));
}

function notationsOf(signature: string): { text: string; faults: OAuthFault[] }[] {
  const notations: { text: string; faults: OAuthFault[] }[] = [{ text: signature, faults: [] }];
  if (signature.includes('%')) notations.push({ text: percentDecoded(signature), faults: ['signatureEncodedTwice'] });
  if (signature.includes(' ')) notations.push({ text: signature.replaceAll(' ', '+'), faults: ['signaturePlus'] });
  return notations;
}

function decoded(text: string): { bytes: Buffer; faults: OAuthFault[] }[] {
  const bytes = Buffer.from(text, 'base64');
  const readings: { bytes: Buffer; faults: OAuthFault[] }[] = [];
  if (bytes.toString('base64') === text) readings.push({ bytes, faults: [] });
  else if (/^[\w+/=\s-]+$/.test(text)) readings.push({ bytes, faults: ['signatureBase64Variant'] });
  if (HEX.test(text)) readings.push({ bytes: Buffer.from(text, 'hex'), faults: ['signatureHex'] });
  const inside = bytes.toString('latin1');
  if (HEX.test(inside)) readings.push({ bytes: Buffer.from(inside, 'hex'), faults: ['signatureHexInBase64'] });
  return readings;
}

function addFaults(before: OAuthFault[]) {
  return ({ bytes, faults }: { bytes: Buffer; faults: OAuthFault[] }): GivenSignature => ({
    bytes,
    faults: [...before, ...faults].map((fault) => ({ fault })),
  });
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_written, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
