import { type KeyObject, sign as rsaSign, verify as rsaVerify } from 'node:crypto';

/** Returns the base64 RSASSA-PKCS1-v1_5 signature with SHA-1 of the base string (RFC 5849 section 3.4.3). Token secrets are not used. */
export function sign(baseString: string, privateKey: KeyObject): string {
  return rsaSign('sha1', Buffer.from(baseString, 'latin1'), privateKey).toString('base64');
}

/** Verifies a signature. Only the canonical base64 text is accepted. */
export function verify(baseString: string, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return (
    bytes.toString('base64') === signature && rsaVerify('sha1', Buffer.from(baseString, 'latin1'), publicKey, bytes)
  );
}
