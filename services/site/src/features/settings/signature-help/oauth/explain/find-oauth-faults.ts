import { createHash, createHmac, type KeyObject, timingSafeEqual, verify as verifyRsa } from 'node:crypto';
import type { Parameter, SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { searchFaults } from '../../explain/search-faults.ts';
import { type GivenSignature, readingsOf } from './given-signature.ts';
import { membersOf } from './member-deviations.ts';
import { encodings, ends, hashes, keys, methods, orders, parts, unkeyed, uris } from './oauth-deviations.ts';
import type { NamedOAuthFault } from './oauth-faults.ts';
import { correctRecipe, type OAuthDeviation, type OAuthRecipe, type OAuthSecrets, recipeText } from './oauth-recipe.ts';

export type RejectedOAuthSignature = {
  request: SignedRequest;
  /** The URL as its sender wrote it. */
  writtenUrl: string;
  /** The base string URI that Vitae uses. */
  uri: string;
  /** The sets of parameters that may be signed, the usual one first. */
  accepted: readonly (readonly Parameter[])[];
  signature: string;
  secrets: OAuthSecrets;
  /** Set if the application must sign with RSA-SHA1. */
  rsaPublicKey: KeyObject | undefined;
};

/** Limits for one explanation: number of signatures, and bytes signed. */
const MAX_TRIES = 4_000;
const MAX_RSA_TRIES = 1_000;
const MAX_BYTES = 4_000_000;

/** Returns undefined if no known error reproduces the signature. */
export function findOAuthFaults(rejected: RejectedOAuthSignature): Promise<NamedOAuthFault[] | undefined> {
  const { request, accepted, uri, writtenUrl, rsaPublicKey } = rejected;
  const recipes = accepted.map((parameters) => correctRecipe(request.method, uri, parameters));
  return search(rejected, recipes, [
    // The errors of base strings first, then those of keys.
    membersOf(request, accepted[0] ?? []),
    uris(writtenUrl, uri),
    encodings,
    parts,
    methods,
    orders,
    ...(rsaPublicKey ? [] : [keys, unkeyed]),
    hashes,
    ends,
  ]);
}

/** Like findOAuthFaults, with the base string of the sender. */
export function findFaultsOfTheirs(
  rejected: RejectedOAuthSignature,
  theirs: string,
): Promise<NamedOAuthFault[] | undefined> {
  const recipe = { ...correctRecipe(rejected.request.method, rejected.uri, []), text: theirs };
  return search(rejected, [recipe], rejected.rsaPublicKey ? [hashes] : [keys, hashes]);
}

function search(
  rejected: RejectedOAuthSignature,
  recipes: readonly OAuthRecipe[],
  kinds: readonly (readonly OAuthDeviation[])[],
): Promise<NamedOAuthFault[] | undefined> {
  const { rsaPublicKey, secrets, signature } = rejected;
  const given = readingsOf(signature);
  const most = rsaPublicKey ? MAX_RSA_TRIES : MAX_TRIES;
  const longest = Math.max(...recipes.map((recipe) => recipeText(recipe).length));
  return searchFaults({
    starts: recipes.map((recipe) => ({ recipe, faults: [] })),
    kinds,
    matches: (tried) => given.find(rsaPublicKey ? rsaMatch(tried, rsaPublicKey) : hmacMatch(tried, secrets))?.faults,
    maxTries: Math.min(most, MAX_BYTES / (longest + 1)),
  });
}

function hmacMatch(recipe: OAuthRecipe, secrets: OAuthSecrets) {
  const text = recipeText(recipe);
  const hash = recipe.isKeyed ? createHmac(recipe.hash, recipe.key(secrets)) : createHash(recipe.hash);
  const made = hash.update(text, 'latin1').digest();
  return ({ bytes }: GivenSignature) => bytes.length === made.length && timingSafeEqual(bytes, made);
}

function rsaMatch(recipe: OAuthRecipe, publicKey: KeyObject) {
  const text = Buffer.from(recipeText(recipe), 'latin1');
  return ({ bytes }: GivenSignature) => verifyRsa(recipe.hash, text, publicKey, bytes);
}
