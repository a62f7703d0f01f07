import type { ClientSession } from 'mongoose';
import type { Compatibility } from '../signatures/compatibility.ts';
import type { Scheme, TimestampPolicy } from '../signatures/signing-key.ts';
import type { Fence } from './fence.ts';

/** A key as stored, with its encrypted secret. */
export type StoredKey = {
  id: number;
  companyId: number;
  key: string;
  name: string;
  scheme: Scheme;
  sealedSecret: string;
  timestampPolicy: TimestampPolicy;
  /** Restricts a historical key. */
  fence?: Fence | null;
  /** The profile of the client; null or undefined for none. */
  compatibility?: Compatibility | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The id of the key that replaced it. */
  replacedBy?: number | null;
};

export type KeyState = 'active' | 'expired' | 'revoked';

export type KeySearch = {
  /** A part of the name or the beginning of the key. */
  text?: string | undefined;
  state?: KeyState | undefined;
  /** Only keys with ids less than this. */
  before?: number | undefined;
  now: number;
};

/** Keys that expire after `from` and not after `until`, of one company or of all. */
export type ExpiringKeys = {
  from: Date;
  until: Date;
  companyId?: number;
  /** The last key of the page before. Keys that expire at the same time are in the order of their ids. */
  after?: { expiresAt: Date; id: number };
};

export type KeyStore = {
  insert(key: StoredKey, session: ClientSession): Promise<void>;
  find(key: string): Promise<StoredKey | undefined>;
  findOfCompany(companyId: number, id: number): Promise<StoredKey | undefined>;
  listOfCompany(companyId: number): Promise<StoredKey[]>;
  /** Newest first. */
  search(companyId: number, search: KeySearch, limit: number): Promise<StoredKey[]>;
  /** Returns active historical keys with ids less than `before`, newest first. */
  listHistorical(companyId: number, now: number, limit: number, before?: number): Promise<StoredKey[]>;
  /** Returns the last use of any active historical key; undefined if none was used. */
  findLastHistoricalUse(companyId: number, now: number): Promise<Date | undefined>;
  /** Returns active keys that were not replaced, in the order of their expiration. */
  listExpiring(range: ExpiringKeys, limit: number): Promise<StoredKey[]>;
  /** Returns false if the key was revoked before. */
  revoke(key: string, at: Date, session: ClientSession): Promise<boolean>;
  /** Returns false if the key was revoked or replaced before. */
  replace(id: number, replacement: { replacedBy: number; expiresAt: Date }, session: ClientSession): Promise<boolean>;
  setFence(key: string, fence: Fence | null, session: ClientSession): Promise<void>;
  setTimestampPolicy(key: string, policy: TimestampPolicy, session: ClientSession): Promise<void>;
  setCompatibility(key: string, compatibility: Compatibility | null, session: ClientSession): Promise<void>;
};

export function stateOf(key: Pick<StoredKey, 'expiresAt' | 'revokedAt'>, now: number): KeyState {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt.getTime() <= now ? 'expired' : 'active';
}
