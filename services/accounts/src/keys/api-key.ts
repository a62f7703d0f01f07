import type { KeyObject } from 'node:crypto';
import type { CheckedFence } from './fence.ts';

export const schemes = ['hmac', 'md5'] as const;
export type Scheme = (typeof schemes)[number];

/** Whether old timestamps of a historical key are ignored, counted or rejected. */
export const timestampPolicies = ['off', 'report', 'enforce'] as const;
export type TimestampPolicy = (typeof timestampPolicies)[number];

/** Requests per minute for each quota. */
export type Limits = { standard: number; intensive: number };

/** An active key with the data of its company that a request needs. */
export type ApiKey = {
  id: number;
  companyId: number;
  scheme: Scheme;
  secret: KeyObject;
  timestampPolicy: TimestampPolicy;
  /** Only for historical keys. */
  fence?: CheckedFence | undefined;
  /** Unix time in milliseconds; undefined for unlimited. */
  expiresAt: number | undefined;
  limits: Limits;
  timeZone: string;
  /** The version of the company's keys and limits, which increases with each change. */
  version: number;
};
