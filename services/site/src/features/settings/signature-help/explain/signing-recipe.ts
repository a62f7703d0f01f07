import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Scheme } from '@vitae/accounts/keys/api-key';
import type { SignatureFault } from './signature-faults.ts';

/** A parameter as it was sent, name and value still encoded. */
export type SentPair = { name: string; value: string };

/** What a signer may have done, right or wrong. Made right first, then changed by faults. */
export type SigningRecipe = {
  scheme: Scheme;
  method: string;
  path: string;
  pairs: readonly SentPair[];
  sort(pairs: readonly SentPair[]): readonly SentPair[];
  /** What a name or a value becomes in the string. */
  encode(sent: string): string;
  /** Between the three lines; of the historical scheme, between the values. */
  separator: string;
  /** After the string. */
  end: string;
  secret(secret: Buffer): Buffer;
  digest(text: string, secret: Buffer): Buffer;
};

/** One way in which signers go wrong; undefined where it changes nothing. */
export type Deviation = {
  fault: SignatureFault;
  apply(recipe: SigningRecipe): SigningRecipe | undefined;
};

export function recipeText({ scheme, method, path, pairs, sort, encode, separator, end }: SigningRecipe): string {
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
