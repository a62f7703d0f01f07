import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { invalid, notFound } from '@vitae/kit/errors';
import type { Sequence } from '@vitae/kit/sequence';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type Compatibility, storedCompatibility } from '../signatures/compatibility.ts';
import type { ApplicationChange, ApplicationStore, StoredApplication, WithApplication } from './application-store.ts';
import { parseRegisteredCallback } from './callback.ts';
import { parseOrigins } from './origin.ts';
import { parseRsaPublicKey, toPem } from './rsa-public-key.ts';
import { newToken, type RandomBytes, tokenDigest } from './token.ts';

/** An enabled application with its verification keys. */
export type Application = {
  id: number;
  companyId: number;
  name: string;
  consumerKey: string;
  consumerSecret: string;
  /** If set, the application must sign with RSA-SHA1. Otherwise it must sign with HMAC-SHA1. */
  rsaPublicKey: KeyObject | undefined;
  callbacks: string[];
  /** The origins of pages that may call the user API for the application. */
  origins: string[];
  /** The profile of the client; undefined for none. */
  compatibility?: Compatibility | undefined;
};

type ApplicationFields = { name: string; callbacks: string[]; origins?: string[]; rsaPublicKey?: string };
type NewApplication = ApplicationFields & { companyId: number; compatibility?: Compatibility | null };

/** The secrets cannot be retrieved later. */
export type CreatedApplication = StoredApplication & { consumerSecret: string; apiKey: string };

/** The applications of companies. Lookups by key return only enabled applications. */
export type Applications = {
  create(application: NewApplication, alongside?: WithApplication): Promise<CreatedApplication>;
  list(companyId: number): Promise<StoredApplication[]>;
  /** Returns applications with ids less than `before`, newest first. */
  page(companyId: number, before: number | undefined, limit: number): Promise<StoredApplication[]>;
  /** Also returns disabled applications. */
  find(companyId: number, id: number): Promise<StoredApplication | undefined>;
  /** Without a public key, the current one is removed. Without origins, the current ones are kept. */
  change(id: number, application: ApplicationFields, alongside?: WithApplication): Promise<void>;
  setOrigins(id: number, origins: readonly string[], alongside?: WithApplication): Promise<void>;
  setCompatibility(id: number, compatibility: Compatibility | null, alongside?: WithApplication): Promise<void>;
  /** Replaces the secret. The previous one is invalid immediately. */
  rollConsumerSecret(application: StoredApplication, alongside?: WithApplication): Promise<string>;
  rollApiKey(application: StoredApplication, alongside?: WithApplication): Promise<string>;
  /** Disables the application immediately. Idempotent: `changed` is false if it was disabled before. */
  disable(id: number, alongside?: WithApplication): Promise<StoredApplication & { changed: boolean }>;
  byId(id: number): Promise<StoredApplication | undefined>;
  byConsumerKey(consumerKey: string): Promise<Application | undefined>;
  byApiKey(apiKey: string): Promise<StoredApplication | undefined>;
  /** Returns whether an active application of any company has this origin. */
  hasOrigin(origin: string): Promise<boolean>;
};

type ApplicationsDependencies = {
  store: ApplicationStore;
  box: SecretBox;
  ids: Sequence;
  random: RandomBytes;
  clock: Clock;
};

export const MAX_CALLBACKS = 20;
export const MAX_NAME = 100;
const API_KEY = /^[0-9a-f]{64}$/;

export function createApplications({ store, box, ids, random, clock }: ApplicationsDependencies): Applications {
  const write = async (id: number, fields: ApplicationChange, alongside?: WithApplication) => {
    if (!(await store.change(id, fields, alongside))) throw applicationNotFound(id);
  };
  return {
    create: async ({ companyId, name, callbacks, origins = [], rsaPublicKey, compatibility = null }, alongside) => {
      const checked = checkApplication(name, callbacks);
      const consumerKey = random(16).toString('hex');
      const consumerSecret = newToken(random);
      const apiKey = newApiKey(random);
      const publicKey = rsaPublicKey === undefined ? null : toPem(parseRsaPublicKey(rsaPublicKey));
      const stored: StoredApplication = {
        id: await ids.next(),
        companyId,
        ...checked,
        origins: parseOrigins(origins),
        consumerKey,
        sealedConsumerSecret: box.seal(consumerSecret, secretRecord(consumerKey)),
        apiKeyDigest: tokenDigest(apiKey),
        rsaPublicKey: publicKey,
        compatibility,
        createdAt: new Date(clock.now()),
        disabledAt: null,
      };
      await store.insert(stored, alongside);
      return { ...stored, consumerSecret, apiKey };
    },
    find: (companyId, id) => store.findOfCompany(companyId, id),
    change: (id, { name, callbacks, origins, rsaPublicKey }, alongside) => {
      const publicKey = rsaPublicKey === undefined ? null : toPem(parseRsaPublicKey(rsaPublicKey));
      const fields = { ...checkApplication(name, callbacks), rsaPublicKey: publicKey };
      return write(id, origins ? { ...fields, origins: parseOrigins(origins) } : fields, alongside);
    },
    setOrigins: (id, origins, alongside) => write(id, { origins: parseOrigins(origins) }, alongside),
    setCompatibility: (id, compatibility, alongside) => write(id, { compatibility }, alongside),
    rollConsumerSecret: async ({ id, consumerKey }, alongside) => {
      const consumerSecret = newToken(random);
      await write(id, { sealedConsumerSecret: box.seal(consumerSecret, secretRecord(consumerKey)) }, alongside);
      return consumerSecret;
    },
    rollApiKey: async ({ id }, alongside) => {
      const apiKey = newApiKey(random);
      await write(id, { apiKeyDigest: tokenDigest(apiKey) }, alongside);
      return apiKey;
    },
    list: (companyId) => store.listOfCompany(companyId),
    page: (companyId, before, limit) => store.pageOfCompany(companyId, before, limit),
    disable: async (id, alongside) => {
      const application = await store.disable(id, new Date(clock.now()), alongside);
      if (!application) throw applicationNotFound(id);
      return application;
    },
    byId: async (id) => enabled(await store.findById(id)),
    byConsumerKey: async (consumerKey) => {
      const stored = enabled(await store.findByConsumerKey(consumerKey));
      return stored ? openApplication(stored, box) : undefined;
    },
    hasOrigin: (origin) => store.hasOrigin(origin),
    byApiKey: async (apiKey) =>
      API_KEY.test(apiKey) ? enabled(await store.findByApiKeyDigest(tokenDigest(apiKey))) : undefined,
  };
}

function newApiKey(random: RandomBytes): string {
  return random(32).toString('hex');
}

export function applicationNotFound(id: number | string) {
  return notFound('application_not_found', `There is no application ${id}.`);
}

function checkApplication(name: string, callbacks: string[]): { name: string; callbacks: string[] } {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME)
    throw invalid(`The name of an application must have 1 to ${MAX_NAME} characters.`);
  if (callbacks.length === 0) throw invalid('An application needs a callback: an absolute URL, or oob.');
  if (callbacks.length > MAX_CALLBACKS) throw invalid(`An application can have at most ${MAX_CALLBACKS} callbacks.`);
  return { name: trimmed, callbacks: [...new Set(callbacks.map(parseRegisteredCallback))] };
}

function enabled(application: StoredApplication | undefined): StoredApplication | undefined {
  return application?.disabledAt === null ? application : undefined;
}

function openApplication(stored: StoredApplication, box: SecretBox): Application {
  const { id, companyId, name, consumerKey, callbacks, origins } = stored;
  const consumerSecret = box.open(stored.sealedConsumerSecret, secretRecord(consumerKey));
  const rsaPublicKey = stored.rsaPublicKey === null ? undefined : createPublicKey(stored.rsaPublicKey);
  const compatibility = storedCompatibility(stored.compatibility);
  return { id, companyId, name, consumerKey, consumerSecret, rsaPublicKey, callbacks, origins, compatibility };
}

/** The record to which an encrypted consumer secret is bound. */
export function secretRecord(consumerKey: string): string {
  return `application/${consumerKey}`;
}
