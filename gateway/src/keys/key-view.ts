import type { Scheme } from './api-key.ts';
import { type KeyState, type StoredKey, stateOf } from './key-store.ts';

/** A key as people and scripts see it. */
export type KeyView = {
  key: string;
  name: string;
  scheme: Scheme;
  state: KeyState;
  /** ISO 8601, UTC; null for unlimited. */
  expiresAt: string | null;
};

export function keyView({ key, name, scheme, expiresAt, revokedAt }: StoredKey, now: number): KeyView {
  return {
    key,
    name,
    scheme,
    state: stateOf({ expiresAt, revokedAt }, now),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
