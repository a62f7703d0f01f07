import type { Compatibility } from '../signatures/compatibility.ts';
import type { Scheme, TimestampPolicy } from '../signatures/signing-key.ts';
import type { Fence } from './fence.ts';
import { type KeyState, type StoredKey, stateOf } from './key-store.ts';
import type { LegacyUse } from './legacy-use.ts';

/** The public representation of a key, without its secret. */
export type KeyView = {
  key: string;
  name: string;
  scheme: Scheme;
  state: KeyState;
  /** ISO 8601, UTC; null for unlimited. */
  expiresAt: string | null;
  /** Null for none. */
  compatibility: Compatibility | null;
  /** Only for historical keys. */
  timestampPolicy?: TimestampPolicy;
  fence?: Fence | null;
  use?: { uses: number; lateUses: number; lastUsedAt: string | null; lastUserAgent: string };
};

export function keyView(stored: StoredKey, now: number, use?: LegacyUse): KeyView {
  const { key, name, scheme, expiresAt, revokedAt, compatibility = null, timestampPolicy, fence = null } = stored;
  return {
    key,
    name,
    scheme,
    state: stateOf({ expiresAt, revokedAt }, now),
    expiresAt: expiresAt?.toISOString() ?? null,
    compatibility,
    ...(scheme === 'md5' ? { timestampPolicy, fence, use: useView(use) } : {}),
  };
}

function useView(use: LegacyUse | undefined): NonNullable<KeyView['use']> {
  const { uses = 0, lateUses = 0, lastUsedAt, lastUserAgent = '' } = use ?? {};
  return { uses, lateUses, lastUsedAt: lastUsedAt?.toISOString() ?? null, lastUserAgent };
}
