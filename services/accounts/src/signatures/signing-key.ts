import type { KeyObject } from 'node:crypto';
import type { Compatibility } from './compatibility.ts';

export type Scheme = 'hmac' | 'md5';

/** Whether old timestamps of a historical key are ignored, counted or rejected. */
export const timestampPolicies = ['off', 'report', 'enforce'] as const;
export type TimestampPolicy = (typeof timestampPolicies)[number];

/** What a key needs to verify signatures. */
export type SigningKey = {
  scheme: Scheme;
  secret: KeyObject;
  timestampPolicy: TimestampPolicy;
  /** The profile of the client; undefined for none. */
  compatibility?: Compatibility | undefined;
};
