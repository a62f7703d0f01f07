import type { ClientSession } from 'mongoose';
import type { Compatibility } from '../signatures/compatibility.ts';

/** An application as stored, with its encrypted consumer secret and the digest of its API key. */
export type StoredApplication = {
  id: number;
  companyId: number;
  name: string;
  consumerKey: string;
  sealedConsumerSecret: string;
  apiKeyDigest: string;
  callbacks: string[];
  /** The origins of pages that may call the user API for the application. */
  origins: string[];
  /** PEM of SPKI; null if the application signs only with HMAC-SHA1. */
  rsaPublicKey: string | null;
  /** The profile of the client; null or undefined for none. */
  compatibility?: Compatibility | null;
  createdAt: Date;
  disabledAt: Date | null;
};

export type ApplicationChange = Partial<
  Pick<
    StoredApplication,
    'name' | 'callbacks' | 'origins' | 'rsaPublicKey' | 'sealedConsumerSecret' | 'apiKeyDigest' | 'compatibility'
  >
>;

/** Writes to the transaction of a change, for example the entry of the audit log. */
export type WithApplication = (application: StoredApplication, session: ClientSession) => Promise<void>;

export type ApplicationStore = {
  insert(application: StoredApplication, alongside?: WithApplication): Promise<void>;
  findById(id: number): Promise<StoredApplication | undefined>;
  findOfCompany(companyId: number, id: number): Promise<StoredApplication | undefined>;
  findByConsumerKey(consumerKey: string): Promise<StoredApplication | undefined>;
  findByApiKeyDigest(digest: string): Promise<StoredApplication | undefined>;
  /** Returns whether an active application of any company has this origin. */
  hasOrigin(origin: string): Promise<boolean>;
  listOfCompany(companyId: number): Promise<StoredApplication[]>;
  /** Returns applications with ids less than `before`, newest first. */
  pageOfCompany(companyId: number, before: number | undefined, limit: number): Promise<StoredApplication[]>;
  /** Returns false if there is no such application or it is disabled. */
  change(id: number, fields: ApplicationChange, alongside?: WithApplication): Promise<boolean>;
  /** Disables the application. `changed` is false, and `alongside` is not called, if it was disabled before. */
  disable(
    id: number,
    at: Date,
    alongside?: WithApplication,
  ): Promise<(StoredApplication & { changed: boolean }) | undefined>;
};
