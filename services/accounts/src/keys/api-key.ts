import type { Limits } from '../quota/quota-types.ts';
import type { SigningKey } from '../signatures/signing-key.ts';
import type { CheckedFence } from './fence.ts';

/** An active key with the data of its company that a request needs. */
export type ApiKey = SigningKey & {
  id: number;
  companyId: number;
  /** Only for historical keys. */
  fence?: CheckedFence | undefined;
  /** Unix time in milliseconds; undefined for unlimited. */
  expiresAt: number | undefined;
  limits: Limits;
  timeZone: string;
  /** The version of the company's keys and limits, which increases with each change. */
  version: number;
};
