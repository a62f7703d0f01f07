import type { KeyObject } from 'node:crypto';

export const schemes = ['hmac', 'md5'] as const;
export type Scheme = (typeof schemes)[number];

/** What a historical key's timestamp is held to: nothing, a note in the log, or the window. */
export const timestampPolicies = ['off', 'report', 'enforce'] as const;
export type TimestampPolicy = (typeof timestampPolicies)[number];

/** Calls of each type allowed in a minute. */
export type Limits = { standard: number; intensive: number };

/** A key that may be used now, with what a call needs to know of its company. */
export type ApiKey = {
  id: number;
  companyId: number;
  scheme: Scheme;
  secret: KeyObject;
  timestampPolicy: TimestampPolicy;
  /** Milliseconds since 1970; undefined for unlimited. */
  expiresAt: number | undefined;
  limits: Limits;
  timeZone: string;
  /** The state of the company's keys and limits that this was read from; grows with each change. */
  version: number;
};
