import { createHash } from 'node:crypto';
import type { StoredCv } from '../model.ts';
import { bucketsOf } from './day-buckets.ts';

// What a list filters by, as tokens that each CV holds: one for every one, two and three of its
// manager, main, completion, recipient and each of its tags, such as "m7 t3", and "" for every CV. So
// few indexes of a token and a sort field answer any filters together in any order.

/** One value that a filter asks for: `m7`, `v1`, `c5`, `t3`, `r` and a hash. */
export type Facet = string;

export type Faceted = Pick<
  StoredCv,
  'managerId' | 'main' | 'completion' | 'recipient' | 'tagIds' | 'createdAt' | 'updatedAt'
>;

/** What a document holds for the lists. */
export type ListTokens = { facets: string[]; createdFacets: string[]; updatedFacets: string[] };

/** More filters than these are looked for among what these find. */
export const MOST_TOGETHER = 3;
const HASH_LETTERS = 8;

export const facet = {
  manager: (id: number): Facet => `m${id}`,
  main: (main: boolean): Facet => `v${main ? 1 : 0}`,
  completion: (completion: number): Facet => `c${Math.round(completion * 10)}`,
  tag: (id: number): Facet => `t${id}`,
  /** Of any length and with any letters: so a hash, and the filter itself tells those apart that share one. */
  recipient: (recipient: string): Facet =>
    `r${createHash('sha256').update(recipient).digest('base64url').slice(0, HASH_LETTERS)}`,
};

export function listTokensOf(cv: Faceted): ListTokens {
  const single = [
    ...(cv.managerId === null ? [] : [facet.manager(cv.managerId)]),
    facet.main(cv.main),
    facet.completion(cv.completion),
    facet.recipient(cv.recipient),
  ];
  const tags = cv.tagIds.map(facet.tag);
  const untagged = together(single, MOST_TOGETHER);
  // A filter asks for one tag at most.
  const tagged = together(single, MOST_TOGETHER - 1).flatMap((some) => tags.map((tag) => [...some, tag]));
  const dated = ['', ...single, ...tags];
  return {
    facets: [...untagged, ...tagged].map(tokenOf),
    createdFacets: datedTokens(cv.createdAt, dated),
    updatedFacets: datedTokens(cv.updatedAt, dated),
  };
}

/** The token of some facets, in whatever order they come. */
export function tokenOf(facets: readonly Facet[]): string {
  return facets.toSorted().join(' ');
}

/** The token of a bucket of days and at most one facet. */
export function datedToken(bucket: number, one: Facet): string {
  return one === '' ? `${bucket}` : `${bucket} ${one}`;
}

/** Every token that names a facet. */
export function tokensWith(one: Facet): RegExp {
  return new RegExp(`(^| )${one}( |$)`);
}

function datedTokens(moment: Date, facets: readonly Facet[]): string[] {
  return bucketsOf(moment).flatMap((bucket) => facets.map((one) => datedToken(bucket, one)));
}

/** Every choice of at most so many. */
function together(facets: readonly Facet[], most: number): Facet[][] {
  const found: Facet[][] = [[]];
  for (const one of facets) {
    for (const some of found.filter((others) => others.length < most)) found.push([...some, one]);
  }
  return found;
}
