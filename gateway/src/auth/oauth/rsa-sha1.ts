import { type KeyObject, sign as rsaSign, verify as rsaVerify } from 'node:crypto';

/** RFC 5849 section 3.4.3: the base64 of RSASSA-PKCS1-v1_5 with SHA-1 over the base string. Token secrets have no part in it. */
export function sign(baseString: string, privateKey: KeyObject): string {
  return rsaSign('sha1', Buffer.from(baseString, 'latin1'), privateKey).toString('base64');
}

/** Whether the signature is that of the base string. Only the one base64 text of the bytes is taken. */
export function verify(baseString: string, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return (
    bytes.toString('base64') === signature && rsaVerify('sha1', Buffer.from(baseString, 'latin1'), publicKey, bytes)
  );
}
