import { createHash } from 'node:crypto';
import type { StoredCv } from '../model.ts';
import { bucketsOf } from './day-buckets.ts';

// Each CV stores one term for each value that lists filter by, such as "m7" for manager 7, one for each pair of values,
// such as "m7 t3", and "" for all CVs. An index of a term and a sort order reads a filtered list in its order.

export type ListTerms = {
  terms: string[];
  /** The terms without the recipient, for lists that are sorted by recipient. */
  nameTerms: string[];
  createdDays: number[];
  updatedDays: number[];
};

/** The fields that terms are made from. */
export const TERM_SOURCES = ['managerId', 'main', 'recipient', 'tagIds', 'createdAt', 'updatedAt'] as const;
export type TermSources = Pick<StoredCv, (typeof TERM_SOURCES)[number]>;

const HASH_LENGTH = 12;
/** Characters without weight in the order of names. Recipients that differ only in them are equal. */
const IGNORED = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

export const term = {
  manager: (id: number) => `m${id}`,
  main: (main: boolean) => `v${main ? 1 : 0}`,
  tag: (id: number) => `t${id}`,
  /** A hash, because recipients can be long. */
  recipient: (recipient: string) =>
    `r${createHash('sha256').update(recipientKey(recipient)).digest('base64url').slice(0, HASH_LENGTH)}`,
};

export function recipientKey(recipient: string): string {
  return recipient.normalize('NFC').replace(IGNORED, '');
}

export function listTermsOf({ managerId, main, recipient, tagIds, createdAt, updatedAt }: TermSources): ListTerms {
  const manager = managerId === null ? [] : [term.manager(managerId)];
  const tags = tagIds.map(term.tag);
  const untagged = [...manager, term.main(main)];
  const values = [...untagged, ...tags];
  // A query filters by at most one tag, so two tags are no pair.
  const nameTerms = ['', ...values, ...pairs(manager, [term.main(main)]), ...pairs(untagged, tags)];
  const ofRecipient = term.recipient(recipient);
  return {
    terms: [...nameTerms, ofRecipient, ...pairs([ofRecipient], values)],
    nameTerms,
    createdDays: bucketsOf(createdAt),
    updatedDays: bucketsOf(updatedAt),
  };
}

/** The term of one or two values in any order; "" for none. */
export function termOf(values: readonly string[]): string {
  return values.toSorted().join(' ');
}

/** Matches all terms that contain a value. */
export function termsWith(value: string): RegExp {
  return new RegExp(`(^| )${value}( |$)`);
}

function pairs(some: readonly string[], others: readonly string[]): string[] {
  return some.flatMap((one) => others.map((other) => termOf([one, other])));
}
