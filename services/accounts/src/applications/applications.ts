import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { invalid, notFound } from '@vitae/kit/errors';
import type { Sequence } from '@vitae/kit/sequence';
import type { SecretBox } from '../keys/secret-box.ts';
import type { ApplicationChange, ApplicationStore, StoredApplication, WithApplication } from './application-store.ts';
import { parseRegisteredCallback } from './callback.ts';
import { parseRsaPublicKey, toPem } from './rsa-public-key.ts';
import { newToken, type Randomness, tokenDigest } from './token.ts';

/** An application that may call, with what its signatures are verified by. */
export type Application = {
  id: number;
  companyId: number;
  name: string;
  consumerKey: string;
  consumerSecret: string;
  /** Undefined when the application does not sign with RSA-SHA1. */
  rsaPublicKey: KeyObject | undefined;
  callbacks: string[];
};

export type NewApplication = { companyId: number; name: string; callbacks: string[]; rsaPublicKey?: string };

/** The only time that the secrets are shown. */
export type CreatedApplication = StoredApplication & { consumerSecret: string; apiKey: string };

/** The applications of companies. A disabled one is not found by what it calls with. */
export type Applications = {
  create(application: NewApplication, alongside?: WithApplication): Promise<CreatedApplication>;
  list(companyId: number): Promise<StoredApplication[]>;
  /** The newest first, `most` of those older than `before`, by id. */
  page(companyId: number, before: number | undefined, most: number): Promise<StoredApplication[]>;
  /** Of another company there is none; a disabled one is. */
  find(companyId: number, id: number): Promise<StoredApplication | undefined>;
  /** The same checks as for a new one; no public key takes away the one that is there. */
  change(id: number, application: Omit<NewApplication, 'companyId'>, alongside?: WithApplication): Promise<void>;
  /** A new secret in the place of the old one, which ends at once on every gateway. */
  rollConsumerSecret(application: StoredApplication, alongside?: WithApplication): Promise<string>;
  rollApiKey(application: StoredApplication, alongside?: WithApplication): Promise<string>;
  /** Every gateway refuses its calls from now on. Disabling twice is no error: the second time `changed` is false. */
  disable(id: number, alongside?: WithApplication): Promise<StoredApplication & { changed: boolean }>;
  byId(id: number): Promise<StoredApplication | undefined>;
  byConsumerKey(consumerKey: string): Promise<Application | undefined>;
  byApiKey(apiKey: string): Promise<StoredApplication | undefined>;
};

export type ApplicationsDependencies = {
  store: ApplicationStore;
  box: SecretBox;
  ids: Sequence;
  random: Randomness;
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
    create: async ({ companyId, name, callbacks, rsaPublicKey }, alongside) => {
      const checked = checkApplication(name, callbacks);
      const consumerKey = random(16).toString('hex');
      const consumerSecret = newToken(random);
      const apiKey = newApiKey(random);
      const publicKey = rsaPublicKey === undefined ? null : toPem(parseRsaPublicKey(rsaPublicKey));
      const stored: StoredApplication = {
        id: await ids.next(),
        companyId,
        ...checked,
        consumerKey,
        sealedConsumerSecret: box.seal(consumerSecret, secretRecord(consumerKey)),
        apiKeyDigest: tokenDigest(apiKey),
        rsaPublicKey: publicKey,
        createdAt: new Date(clock.now()),
        disabledAt: null,
      };
      await store.insert(stored, alongside);
      return { ...stored, consumerSecret, apiKey };
    },
    find: (companyId, id) => store.findOfCompany(companyId, id),
    change: (id, { name, callbacks, rsaPublicKey }, alongside) => {
      const publicKey = rsaPublicKey === undefined ? null : toPem(parseRsaPublicKey(rsaPublicKey));
      return write(id, { ...checkApplication(name, callbacks), rsaPublicKey: publicKey }, alongside);
    },
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
    page: (companyId, before, most) => store.pageOfCompany(companyId, before, most),
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
    byApiKey: async (apiKey) =>
      API_KEY.test(apiKey) ? enabled(await store.findByApiKeyDigest(tokenDigest(apiKey))) : undefined,
  };
}

function newApiKey(random: Randomness): string {
  return random(32).toString('hex');
}

export function applicationNotFound(id: number | string) {
  return notFound('application_not_found', `There is no application ${id}.`);
}

function checkApplication(name: string, callbacks: string[]): { name: string; callbacks: string[] } {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME)
    throw invalid(`An application's name has 1 to ${MAX_NAME} characters.`);
  if (callbacks.length === 0) throw invalid('An application needs a callback: an absolute address, or oob.');
  if (callbacks.length > MAX_CALLBACKS) throw invalid(`An application has at most ${MAX_CALLBACKS} callbacks.`);
  return { name: trimmed, callbacks: [...new Set(callbacks.map(parseRegisteredCallback))] };
}

function enabled(application: StoredApplication | undefined): StoredApplication | undefined {
  return application?.disabledAt === null ? application : undefined;
}

function openApplication(stored: StoredApplication, box: SecretBox): Application {
  const { id, companyId, name, consumerKey, callbacks } = stored;
  const consumerSecret = box.open(stored.sealedConsumerSecret, secretRecord(consumerKey));
  const rsaPublicKey = stored.rsaPublicKey === null ? undefined : createPublicKey(stored.rsaPublicKey);
  return { id, companyId, name, consumerKey, consumerSecret, rsaPublicKey, callbacks };
}

/** What a consumer secret is sealed for. */
export function secretRecord(consumerKey: string): string {
  return `application/${consumerKey}`;
}
