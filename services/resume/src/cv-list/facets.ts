import { createHash } from 'node:crypto';
import type { StoredCv } from '../model.ts';
import { bucketsOf } from './day-buckets.ts';

// Each CV stores tokens for the filters of lists: one token for each combination of up to three
// facets, such as "m7 t3" for manager 7 and tag 3, and "" for all CVs. A few indexes of a token and
// a sort field then serve every combination of filters in every order.

/** A value of a filter: `m7`, `v1`, `c5`, `t3`, or `r` and a hash. */
export type Facet = string;

export type Faceted = Pick<
  StoredCv,
  'managerId' | 'main' | 'completion' | 'recipient' | 'tagIds' | 'createdAt' | 'updatedAt'
>;

export type ListTokens = { facets: string[]; createdFacets: string[]; updatedFacets: string[] };

/** Further filters are applied to the rows that the token matches. */
export const MAX_COMBINED_FACETS = 3;
const HASH_LENGTH = 8;

export const facet = {
  manager: (id: number): Facet => `m${id}`,
  main: (main: boolean): Facet => `v${main ? 1 : 0}`,
  completion: (completion: number): Facet => `c${Math.round(completion * 10)}`,
  tag: (id: number): Facet => `t${id}`,
  /** A short hash. The filter itself separates recipients with the same hash. */
  recipient: (recipient: string): Facet =>
    `r${createHash('sha256').update(recipient).digest('base64url').slice(0, HASH_LENGTH)}`,
};

export function listTokensOf(cv: Faceted): ListTokens {
  const single = [
    ...(cv.managerId === null ? [] : [facet.manager(cv.managerId)]),
    facet.main(cv.main),
    facet.completion(cv.completion),
    facet.recipient(cv.recipient),
  ];
  const tags = cv.tagIds.map(facet.tag);
  const untagged = combinations(single, MAX_COMBINED_FACETS);
  // A query filters by at most one tag.
  const tagged = combinations(single, MAX_COMBINED_FACETS - 1).flatMap((facets) => tags.map((tag) => [...facets, tag]));
  const dated = ['', ...single, ...tags];
  return {
    facets: [...untagged, ...tagged].map(tokenOf),
    createdFacets: datedTokens(cv.createdAt, dated),
    updatedFacets: datedTokens(cv.updatedAt, dated),
  };
}

/** The token of a combination of facets in any order. */
export function tokenOf(facets: readonly Facet[]): string {
  return facets.toSorted().join(' ');
}

/** The token of a day bucket with at most one facet, "" for none. */
export function datedToken(bucket: number, value: Facet): string {
  return value === '' ? `${bucket}` : `${bucket} ${value}`;
}

/** Matches all tokens that contain a facet. */
export function tokensWith(value: Facet): RegExp {
  return new RegExp(`(^| )${value}( |$)`);
}

function datedTokens(at: Date, facets: readonly Facet[]): string[] {
  return bucketsOf(at).flatMap((bucket) => facets.map((value) => datedToken(bucket, value)));
}

/** All combinations of up to `max` facets, including the empty one. */
function combinations(facets: readonly Facet[], max: number): Facet[][] {
  const result: Facet[][] = [[]];
  for (const value of facets) {
    for (const smaller of result.filter((combination) => combination.length < max)) result.push([...smaller, value]);
  }
  return result;
}
