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

/** Sorted set of "company:minute" by minute: all minutes with consumption that is not in MongoDB yet. */
export const unflushedMinutesKey = ofCompany(NO_COMPANY, 'unflushed');

/** Sorted set of the same members by the Unix time from which a gateway can claim them. */
export const claimableMinutesKey = ofCompany(NO_COMPANY, 'claimable');

/** Marks a batch of response statuses as counted. */
export const batchKey = (companyId: number, batchId: string) => ofCompany(companyId, `batch:${batchId}`);

export const nonceKey = (companyId: number, keyId: number, nonce: string) =>
  ofCompany(companyId, `nonce:${keyId}:${nonce}`);

/** An accepted signature of a key with the compatibility profile. */
export const signatureKey = (companyId: number, keyId: number, signature: string) =>
  ofCompany(companyId, `signature:${keyId}:${signature}`);

/** Channel that announces changed keys and limits. The message is the company id. */
export const KEYS_CHANGED = 'vitae:keys-changed';
