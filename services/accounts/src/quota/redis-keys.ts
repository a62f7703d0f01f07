import { HASH_SLOTS, hashSlot } from '@vitae/kit/hash-slot';

// All keys of a company share a hash tag, so that one script can use them on a cluster.

/** Stands for the company of requests whose key is unknown. */
export const NO_COMPANY = 0;

function ofCompany(companyId: number, name: string): string {
  return `{c:${companyId}}:${name}`;
}

/** The version of the company's keys and limits. A gateway with an older version reloads them. */
export const versionKey = (companyId: number) => ofCompany(companyId, 'version');

/** Hash: minute, standard, intensive. */
export const quotaKey = (companyId: number) => ofCompany(companyId, 'quota');

/**
 * "time lead expiry" of a company's keys, or of one of its applications: requests with an earlier timestamp are
 * rejected (replay-barrier.ts).
 */
export const barrierKey = (companyId: number, consumerKey?: string) =>
  ofCompany(companyId, consumerKey === undefined ? 'replay-barrier' : `replay-barrier:${consumerKey}`);

/** Set of the minutes (Unix time / 60) with consumption that is not in MongoDB yet. */
export const minutesKey = (companyId: number) => ofCompany(companyId, 'use');

/** Hash of one minute's consumption. The scripts derive it from minutesKey in the same way. */
export const minuteKey = (companyId: number, minute: number) => ofCompany(companyId, `use:${minute}`);

/** The Unix time since when MongoDB does not contain the company. */
export const missingKey = (companyId: number) => ofCompany(companyId, 'missing');

/** A list of minutes with consumption that is not in MongoDB yet. */
export type MinuteListKeys = {
  /** Sorted set of "company:minute" by minute. */
  unflushed: string;
  /** Sorted set of the same members by the Unix time from which a gateway can claim them. */
  claimable: string;
};

/**
 * Each tag is in the next sixteenth of the slots of a cluster, so that the lists are on all masters. The first is the one
 * of release 0.2.0. Redis users may access keys that match "{c:*}:*".
 */
const LIST_TAGS = [
  '',
  '.61',
  '.4',
  '.10',
  '.21',
  '.60',
  '.1',
  '.11',
  '.20',
  '.63',
  '.2',
  '.12',
  '.23',
  '.62',
  '.3',
  '.13',
];

/** All lists of a cluster. */
export const MINUTE_LISTS: readonly MinuteListKeys[] = LIST_TAGS.map((tag) => ({
  unflushed: `{c:${NO_COMPANY}${tag}}:unflushed`,
  claimable: `{c:${NO_COMPANY}${tag}}:claimable`,
}));

/** Returns the index of the list whose slot is nearest to that of a company. Both are usually on the same master. */
export function minuteListOf(companyId: number): number {
  const sixteenth = (slot: number) => Math.floor((slot * MINUTE_LISTS.length) / HASH_SLOTS);
  const offset = sixteenth(hashSlot(`c:${companyId}`)) - sixteenth(hashSlot(`c:${NO_COMPANY}`));
  return (offset + MINUTE_LISTS.length) % MINUTE_LISTS.length;
}

/** Marks a batch of response statuses as counted. */
export const batchKey = (companyId: number, batchId: string) => ofCompany(companyId, `batch:${batchId}`);

export const nonceKey = (companyId: number, keyId: number, nonce: string) =>
  ofCompany(companyId, `nonce:${keyId}:${nonce}`);

/** An accepted signature of a key with the compatibility profile. */
export const signatureKey = (companyId: number, keyId: number, signature: string) =>
  ofCompany(companyId, `signature:${keyId}:${signature}`);

/** Channel that announces changed keys and limits. The message is the company id. */
export const KEYS_CHANGED = 'vitae:keys-changed';
