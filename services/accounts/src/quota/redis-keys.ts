// The keys of one company share a hash tag, so that one script may touch all of them on a cluster.

/** Company 0 stands for calls that no company can be made answerable for. */
export const NOBODY = 0;

function ofCompany(companyId: number, name: string): string {
  return `{c:${companyId}}:${name}`;
}

/** The version of the company's keys and limits; a gateway that knows an older one reads again. */
export const versionKey = (companyId: number) => ofCompany(companyId, 'version');

/** Hash: minute, standard, intensive. */
export const quotaKey = (companyId: number) => ofCompany(companyId, 'quota');

/** "moment lead": calls stamped before the moment are refused (replay-barrier.ts). */
export const barrierKey = (companyId: number) => ofCompany(companyId, 'barrier');

/** Set of the minutes (Unix time / 60) that hold consumption not yet moved to MongoDB. */
export const minutesKey = (companyId: number) => ofCompany(companyId, 'use');

/** Hash of one minute's consumption; the scripts make it from minutesKey in the same way. */
export const minuteKey = (companyId: number, minute: number) => ofCompany(companyId, `use:${minute}`);

/** Marks a batch of statuses that was counted. */
export const batchKey = (companyId: number, batchId: string) => ofCompany(companyId, `batch:${batchId}`);

export const nonceKey = (companyId: number, keyId: number, nonce: string) =>
  ofCompany(companyId, `nonce:${keyId}:${nonce}`);

/** Where changes of keys and limits are announced; the message is the company's id. */
export const KEYS_CHANGED = 'vitae:keys-changed';
