import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { collectArray, JSON_STYLES, toJson } from '@vitae/accounts/signatures/array-json';
import { bytesOf, decodeForm, encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import type { SignedRequest } from '@vitae/accounts/signatures/signed-request';
import type { Scheme } from '@vitae/accounts/signatures/signing-key';
import { deviationsOf } from './deviations.ts';
import { searchFaults } from './search-faults.ts';
import type { SignatureFault } from './signature-faults.ts';
import { hashOf, hmacOf, recipeDigest, type SentPair, type SigningRecipe } from './signing-recipe.ts';

type RejectedSignature = {
  scheme: Scheme;
  request: SignedRequest;
  /** The query as it was sent. */
  query: string;
  /** Undefined when only a path is known. */
  host: string | undefined;
  hash: string;
  secret: KeyObject;
};

/** Limits for one explanation: number of digests, and bytes hashed. */
const MAX_TRIES = 4_000;
const MAX_BYTES = 4_000_000;

/** Returns undefined if no known error reproduces the signature, which then belongs to another secret or URL. */
export async function findFaults(rejected: RejectedSignature): Promise<SignatureFault[] | undefined> {
  const given = digestIn(rejected.hash);
  if (!given) return undefined;
  const inBase64: SignatureFault[] = given.isBase64 ? ['base64Hash'] : [];
  return searchFaults({
    starts: startsOf(rejected),
    kinds: deviationsOf(rejected.host),
    matches: (recipe) => {
      const made = recipeDigest(recipe, rejected.secret);
      return made.length === given.digest.length && timingSafeEqual(made, given.digest) ? inBase64 : undefined;
    },
    maxTries: Math.min(MAX_TRIES, MAX_BYTES / (rejected.query.length + 1)),
  });
}

/** Returns the correct recipe and the one that signs arrays in brackets as they were sent. */
function startsOf(rejected: RejectedSignature): { recipe: SigningRecipe; faults: SignatureFault[] }[] {
  const { scheme, request } = rejected;
  const { method, path, parameters } = request;
  const right: SigningRecipe = {
    scheme,
    method,
    path,
    pairs: [],
    sort: (pairs) => [...pairs].sort((a, b) => (decodeForm(a.name) < decodeForm(b.name) ? -1 : 1)),
    encode: scheme === 'md5' ? decodeForm : (sent) => encodeRfc3986(decodeForm(sent)),
    separator: scheme === 'md5' ? '' : '\n',
    end: '',
    secret: (secret) => secret,
    digest: scheme === 'md5' ? hashOf('md5', 'secret last') : hmacOf('sha256'),
  };
  const sent = sentPairs(rejected.query);
  if (parameters.arrays.length === 0) return [{ recipe: { ...right, pairs: sent }, faults: [] }];
  const plain = sent.filter(({ name }) => !decodeForm(name).endsWith(']'));
  const spelled = JSON_STYLES.map((spelling) =>
    parameters.arrays.flatMap((array): SentPair[] => {
      const tree = collectArray(array);
      return tree ? [{ name: array.name, value: encodeRfc3986(bytesOf(toJson(tree, spelling))) }] : [];
    }),
  );
  return [
    { recipe: { ...right, pairs: sent }, faults: ['arraysUnfolded'] },
    ...spelled.map((arrays) => ({ recipe: { ...right, pairs: [...plain, ...arrays] }, faults: [] })),
  ];
}

function sentPairs(query: string): SentPair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? { name: pair, value: '' } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
    })
    .filter(({ name }) => decodeForm(name) !== 'hash');
}

/** Decodes a hash. Base64 is invalid but common. */
function digestIn(hash: string): { digest: Buffer; isBase64: boolean } | undefined {
  if (/^(?:[0-9a-f]{2}){16,64}$/i.test(hash)) return { digest: Buffer.from(hash, 'hex'), isBase64: false };
  if (/^[A-Za-z0-9+/ _-]{22,88}={0,2}$/.test(hash)) {
    return { digest: Buffer.from(hash.replaceAll(' ', '+'), 'base64'), isBase64: true };
  }
  return undefined;
}
