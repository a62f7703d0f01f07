import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalStrings } from '@vitae/accounts/signatures/canonical';
import { verify } from '@vitae/accounts/signatures/hmac';
import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { projectRoot } from './project-root.ts';

/** A request of the published vectors, as a program that tests a plug-in reads it. */
export type SigningVector = {
  method: string;
  url: string;
  key: string;
  secret: string;
  timestamp: number;
  nonce: string;
  /** The canonical strings that the gateway accepts, and the hash of the one that was signed. */
  accepted: string[];
  canonical: string;
  hash: string;
};

type Published = { method: string; path: string; query: string; secret: string; canonical: string; hash: string };

const ORIGIN = 'https://api.example.com';
const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, 'docs', file), 'utf8'));

/** The published vectors of HMAC-SHA256. The addresses contain neither the credentials nor the hash. */
export function signingVectors(): SigningVector[] {
  const one = read('vectors.json')['hmac-sha256'].map(
    ({ parameters, method, path, secret, hash }: Published & { parameters: Record<string, string> }) => {
      const query = new URLSearchParams({ ...parameters, hash }).toString();
      return { method, path, query, secret, hash, canonical: canonicalOf(method, path, query)[0] };
    },
  );
  const many = read('signature-vectors.json').filter(({ scheme }: { scheme: string }) => scheme === 'hmac');
  return [...one, ...many].map(vectorOf);
}

function vectorOf({ method, path, query, secret, canonical, hash }: Published): SigningVector {
  const own = new URLSearchParams(query);
  const rest = query.split('&').filter((pair) => !/^(apikey|timestamp|nonce|hash)=/.test(pair));
  return {
    method,
    url: `${ORIGIN}${path}${rest.length > 0 ? `?${rest.join('&')}` : ''}`,
    key: own.get('apikey') ?? '',
    secret,
    timestamp: Number(own.get('timestamp')),
    nonce: own.get('nonce') ?? '',
    accepted: canonicalOf(method, path, query),
    canonical,
    hash,
  };
}

function canonicalOf(method: string, path: string, query: string): string[] {
  const parameters = parseParameters(query);
  return parameters ? canonicalStrings(method, path, parameters) : [];
}

/**
 * Compares signed addresses with the vectors. `differences` has those that the gateway would not accept as the request
 * of the vector; `published` counts those with the very hash of the vector, which some encode differently.
 */
export function compareSigned(vectors: SigningVector[], signedUrls: string[]) {
  let published = 0;
  const differences = vectors.flatMap((vector, index) => {
    const { pathname: path, search } = new URL(signedUrls[index] ?? '');
    const hash = new URLSearchParams(search).get('hash') ?? '';
    const parameters = parseParameters(search.slice(1));
    const secret = createSecretKey(Buffer.from(vector.secret));
    const [canonical = ''] = canonicalOf(vector.method, path, search.slice(1));
    if (hash === vector.hash) published += 1;
    const isValid = parameters && verify({ method: vector.method, path, parameters }, hash, secret);
    const isSame = vector.accepted.includes(canonical) && (canonical === vector.canonical) === (hash === vector.hash);
    return isValid && isSame ? [] : [`${canonical}\ninstead of\n${vector.canonical}`];
  });
  return { differences, published };
}
