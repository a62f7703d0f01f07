import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@vitae/kit/clock';
import { conflict, invalid, notFound } from '@vitae/kit/errors';
import { createSequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import type { ClientSession, Connection } from 'mongoose';
import type { CompanyStore } from '../companies/company-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Compatibility } from '../signatures/compatibility.ts';
import { KEY_PREFIX } from '../signatures/credentials.ts';
import type { TimestampPolicy } from '../signatures/signing-key.ts';
import { type Fence, parseFence } from './fence.ts';
import type { KeyAnnouncer } from './key-announcements.ts';
import type { KeyStore, StoredKey } from './key-store.ts';

/** The validity of keys, in days. */
export const lifetimes = ['unlimited', '30', '90', '365'] as const;
type Lifetime = (typeof lifetimes)[number];

/** The secret cannot be retrieved later. */
export type CreatedKey = StoredKey & { secret: string };

/** Writes to the transaction of a change, for example the entry of the audit log. */
type Alongside = (stored: StoredKey, session: ClientSession) => Promise<void>;

/** Changes take effect on every gateway within a second. `alongside` is called only if something changes. */
export type KeyManager = {
  create(
    companyId: number,
    name: string,
    lifetime: Lifetime,
    alongside?: Alongside,
    compatibility?: Compatibility | null,
  ): Promise<CreatedKey>;
  /** Imports a key of the MD5 scheme, which does not expire. */
  importLegacy(
    companyId: number,
    name: string,
    key: string,
    secret: string,
    alongside?: Alongside,
    compatibility?: Compatibility | null,
  ): Promise<StoredKey>;
  list(companyId: number): Promise<StoredKey[]>;
  /** Idempotent: `changed` is false if the key was revoked before. */
  revoke(key: string, alongside?: Alongside): Promise<StoredKey & { changed: boolean }>;
  /**
   * Creates a key for the same client, which replaces the other one. That one expires after the overlap.
   * @throws {VitaeError} key_ended if the key was revoked or rolled before
   */
  roll(key: StoredKey, lifetime: Lifetime, overlapDays: number, alongside?: Alongside): Promise<CreatedKey>;
  /**
   * Restricts a historical key, or removes its restrictions.
   * @throws {VitaeError} INVALID_ARGUMENT for keys of the HMAC scheme and for invalid fences
   */
  setFence(key: string, fence: Fence | null, alongside?: Alongside): Promise<StoredKey>;
  /** @throws {VitaeError} INVALID_ARGUMENT for keys of the HMAC scheme */
  setTimestampPolicy(key: string, policy: TimestampPolicy, alongside?: Alongside): Promise<StoredKey>;
  setCompatibility(key: string, compatibility: Compatibility | null, alongside?: Alongside): Promise<StoredKey>;
};

type KeyManagerDependencies = {
  connection: Connection;
  companies: CompanyStore;
  keys: KeyStore;
  box: SecretBox;
  announcer: KeyAnnouncer;
  clock: Clock;
};

const DAY_MS = 86_400_000;
export const MAX_OVERLAP_DAYS = 7;

export function createKeyManager(dependencies: KeyManagerDependencies): KeyManager {
  const { keys, clock } = dependencies;
  const { add, change } = createKeyWriter(dependencies);
  const create = async (
    companyId: number,
    name: string,
    lifetime: Lifetime,
    alongside?: Alongside,
    compatibility: Compatibility | null = null,
  ): Promise<CreatedKey> => {
    const key = KEY_PREFIX + randomBytes(16).toString('hex');
    const secret = randomBytes(32).toString('hex');
    const expiresAt = lifetime === 'unlimited' ? null : new Date(clock.now() + Number(lifetime) * DAY_MS);
    const stored = await add({ companyId, name, key, scheme: 'hmac', expiresAt, compatibility }, secret, alongside);
    return { ...stored, secret };
  };
  return {
    create,
    roll: (old, lifetime, overlapDays, alongside) => {
      const days = Math.min(Math.max(0, overlapDays), MAX_OVERLAP_DAYS);
      const end = Math.min(clock.now() + days * DAY_MS, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
      const replaceOld: Alongside = async (stored, session) => {
        const replaced = await keys.replace(old.id, { replacedBy: stored.id, expiresAt: new Date(end) }, session);
        if (!replaced) throw conflict('key_ended', 'The key was revoked or rolled by another request.');
        await alongside?.(stored, session);
      };
      return create(old.companyId, old.name, lifetime, replaceOld, old.compatibility);
    },
    importLegacy: (companyId, name, key, secret, alongside, compatibility = null) => {
      if (key.startsWith(KEY_PREFIX)) throw invalid(`A historical key cannot start with ${KEY_PREFIX}.`);
      return add({ companyId, name, key, scheme: 'md5', expiresAt: null, compatibility }, secret, alongside);
    },
    list: (companyId) => keys.listOfCompany(companyId),
    revoke: (key, alongside) =>
      change(key, (_found, session) => keys.revoke(key, new Date(clock.now()), session), alongside),
    setFence: (key, asked, alongside) => {
      const fence = asked && parseFence(asked);
      return change(
        key,
        async ({ scheme, fence: before = null }, session) => {
          if (scheme !== 'md5')
            throw invalid('Only historical keys can be restricted. Other keys sign method and path.');
          if (isDeepStrictEqual(fence, before)) return false;
          await keys.setFence(key, fence, session);
          return true;
        },
        alongside,
      );
    },
    setTimestampPolicy: (key, policy, alongside) =>
      change(
        key,
        async ({ scheme }, session) => {
          if (scheme !== 'md5')
            throw invalid('Only historical keys have a timestamp policy. Timestamps of other keys are always checked.');
          await keys.setTimestampPolicy(key, policy, session);
          return true;
        },
        alongside,
      ),
    setCompatibility: (key, compatibility, alongside) =>
      change(
        key,
        async (before, session) => {
          if ((before.compatibility ?? null) === compatibility) return false;
          await keys.setCompatibility(key, compatibility, session);
          return true;
        },
        alongside,
      ),
  };
}

/** Writes changes of keys together with the version of their company, and announces them. */
function createKeyWriter({ connection, companies, keys, box, announcer, clock }: KeyManagerDependencies) {
  const ids = createSequence(connection, 'key');
  const add = async (
    fields: Pick<StoredKey, 'companyId' | 'name' | 'key' | 'scheme' | 'expiresAt' | 'compatibility'>,
    secret: string,
    alongside: Alongside = async () => undefined,
  ): Promise<StoredKey> => {
    const stored: StoredKey = {
      id: await ids.next(),
      ...fields,
      sealedSecret: box.seal(secret, secretRecord(fields.key)),
      timestampPolicy: 'off',
      createdAt: new Date(clock.now()),
      revokedAt: null,
    };
    const version = await inTransaction(connection, async (session) => {
      await keys.insert(stored, session);
      await alongside(stored, session);
      return companies.raiseVersion(fields.companyId, session);
    });
    await announcer.announce(fields.companyId, version);
    return stored;
  };
  const change = async (
    key: string,
    write: (before: StoredKey, session: ClientSession) => Promise<boolean>,
    alongside: Alongside = async () => undefined,
  ) => {
    const before = await keys.find(key);
    if (!before) throw notFound('key_not_found', 'Key not found.');
    const { changed, version } = await inTransaction(connection, async (session) => {
      const changed = await write(before, session);
      if (changed) await alongside(before, session);
      return { changed, version: await companies.raiseVersion(before.companyId, session) };
    });
    // Announced even if nothing changed, because a process that made the same change may have crashed before announcing.
    await announcer.announce(before.companyId, version);
    return { ...((await keys.find(key)) ?? before), changed };
  };
  return { add, change };
}

/** The record to which the encrypted secret of a key is bound. */
export function secretRecord(key: string): string {
  return `api-key/${key}`;
}
