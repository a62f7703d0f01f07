import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Scheme } from '@vitae/accounts/signatures/signing-key';
import type { FaultDeviation } from './search-faults.ts';
import type { SignatureFault } from './signature-faults.ts';

/** A parameter as sent, with name and value still encoded. */
export type SentPair = { name: string; value: string };

/** The steps of a signer. Starts with the correct steps; deviations change them. */
export type SigningRecipe = {
  scheme: Scheme;
  method: string;
  path: string;
  pairs: readonly SentPair[];
  sort(pairs: readonly SentPair[]): readonly SentPair[];
  /** Encodes a name or a value. */
  encode(sent: string): string;
  /** Joins the three lines or, in the historical scheme, the values. */
  separator: string;
  /** Appended to the string. */
  end: string;
  secret(secret: Buffer): Buffer;
  digest(text: string, secret: Buffer): Buffer;
};

export type Deviation = FaultDeviation<SigningRecipe, SignatureFault>;

function recipeText({ scheme, method, path, pairs, sort, encode, separator, end }: SigningRecipe): string {
  const signed = sort(pairs);
  if (scheme === 'md5') return signed.map(({ value }) => encode(value)).join(separator) + end;
  const query = signed.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
  return [method, path, query].join(separator) + end;
}

export function recipeDigest(recipe: SigningRecipe, secret: KeyObject): Buffer {
  return recipe.digest(recipeText(recipe), recipe.secret(secret.export()));
}

export function hmacOf(algorithm: string) {
  return (text: string, secret: Buffer) => createHmac(algorithm, secret).update(text, 'latin1').digest();
}

export function hashOf(algorithm: string, order: 'secret last' | 'secret first') {
  return (text: string, secret: Buffer) => {
    const hash = createHash(algorithm);
    if (order === 'secret first') hash.update(secret);
    hash.update(text, 'latin1');
    if (order === 'secret last') hash.update(secret);
    return hash.digest();
  };
}
