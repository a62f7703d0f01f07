/**
 * The shard key of each collection, and all queries that do not contain it. `require-shard-key.ts`
 * rejects others in every integration test. A test compares the tables in `docs/sharding.md` with this file.
 */

type ShardKey = { key: Record<string, 1 | 'hashed'>; reason: string };

const BY_COMPANY_AND_ID = { companyId: 1, _id: 'hashed' } as const;
const BY_COMPANY_AND_USER = { companyId: 1, userId: 1 } as const;

export const shardKeys: Record<string, ShardKey> = {
  users: { key: BY_COMPANY_AND_ID, reason: 'Requests name the company and the user.' },
  cvs: { key: BY_COMPANY_AND_ID, reason: 'Most requests name the company and the CV. Lists name only the company.' },
  cv_versions: {
    key: { companyId: 1, cvId: 1 },
    reason: 'The versions of a CV are read together. The unique index starts with both.',
  },
  names: {
    key: { _id: 'hashed' },
    reason: 'Usernames, addresses and values of `id_origin` are found by their value only.',
  },
  imports: { key: BY_COMPANY_AND_ID, reason: 'The id is that of the CV.' },
  deleted_users: { key: BY_COMPANY_AND_ID, reason: 'As users.' },
  deleted_cvs: { key: BY_COMPANY_AND_ID, reason: 'As CVs.' },
  deleted_imports: { key: BY_COMPANY_AND_ID, reason: 'As imports.' },
  deleted_references: {
    key: { companyId: 1 },
    reason: 'Small for each company: documents are removed by the next sweep. Lists read them by company.',
  },
  tags: {
    key: { companyId: 1 },
    reason: 'Small for each company. Ids that a company assigns (`id_origin`) are unique.',
  },
  idempotency: { key: { companyId: 1 }, reason: 'Small for each company: documents are removed after a day.' },
  'pictures.files': { key: { filename: 1 }, reason: 'Pages request a picture by its random name only.' },
  'pictures.chunks': { key: { files_id: 'hashed' }, reason: 'The chunks of a picture are read together.' },
  metadata: { key: BY_COMPANY_AND_USER, reason: 'One document per user, which the unique index ensures.' },
  preferences: { key: BY_COMPANY_AND_USER, reason: 'One document per user, which the unique index ensures.' },
  comments: { key: BY_COMPANY_AND_ID, reason: 'Lists name the company, and other requests also the comment.' },
  dailyVisits: { key: BY_COMPANY_AND_USER, reason: 'Unique for a user and a day.' },
  visitors: { key: BY_COMPANY_AND_USER, reason: 'Unique for a user. Visitors are removed after a day.' },
  owners: { key: BY_COMPANY_AND_USER, reason: 'One document per user, which the unique index ensures.' },
  'artifacts.files': {
    key: { filename: 1 },
    reason: 'The name is a hash of the content, so names are distributed evenly.',
  },
  'artifacts.chunks': { key: { files_id: 'hashed' }, reason: 'The chunks of a file are read together.' },
  exports: { key: { companyId: 1 }, reason: 'Small for each company: records are removed after seven days.' },
  consumption_spans: { key: BY_COMPANY_AND_ID, reason: 'Written by id. Pages read ranges of one company.' },
  consumption_moved: { key: { _id: 'hashed' }, reason: 'Read only by id, which contains company and minute.' },
  applicationAccesses: { key: BY_COMPANY_AND_USER, reason: 'Unique for a user, an application and a day.' },
  auditEntries: { key: { companyId: 1, _id: 1 }, reason: 'Pages read the entries of one company by descending id.' },
};

const PER_COMPANY = 'A few documents per company.';
const PER_KEY = 'One document per API key.';
const PER_ADMINISTRATOR = 'A few documents per company. Administrators sign in without naming their company.';
const SHORT_LIVED = 'Short-lived documents.';
const CREDENTIALS =
  'Users sign in without naming their company. About 300 bytes per user with a password or an invitation.';

export const unshardedCollections: Record<string, string> = {
  sequences: 'One document per kind of id.',
  secrets: 'One document.',
  leases: 'One document per kind of background work.',
  companies: PER_COMPANY,
  keys: PER_COMPANY,
  keyuse: PER_KEY,
  legacyuse: PER_KEY,
  fenceobservations: 'One document per API key and day, for a month.',
  expirywarnings: PER_KEY,
  replayScopes: PER_COMPANY,
  applications: PER_COMPANY,
  teams: PER_COMPANY,
  administrators: PER_ADMINISTRATOR,
  secondFactors: PER_ADMINISTRATOR,
  oneTimeLinks: SHORT_LIVED,
  outgoingMails: SHORT_LIVED,
  ownerCredentials: CREDENTIALS,
  grants: 'Tokens are found by their digest. One document per user and authorized application.',
  requestTokens: SHORT_LIVED,
  pendingdeletions: SHORT_LIVED,
  pendingaddresses: SHORT_LIVED,
  salts: 'One document per day.',
  'pictures.unfinished': SHORT_LIVED,
  'artifacts.unfinished': SHORT_LIVED,
};

export type Operation = 'find' | 'count' | 'aggregate' | 'update' | 'findAndModify' | 'delete';

/**
 * The operations on each sharded collection, other than inserts and broadcast queries, by the shards they need. Upserts
 * are updates or findAndModify.
 */
export const queryTargets: Record<string, { targeted?: Operation[]; tenant?: Operation[] }> = {
  users: { targeted: ['find', 'findAndModify', 'update', 'delete'], tenant: ['find', 'count', 'aggregate'] },
  cvs: {
    targeted: ['find', 'findAndModify', 'update', 'delete'],
    tenant: ['find', 'count', 'aggregate', 'update', 'delete'],
  },
  cv_versions: { targeted: ['find', 'delete'] },
  names: { targeted: ['find', 'update', 'delete'] },
  imports: { targeted: ['find', 'update', 'delete'], tenant: ['update'] },
  deleted_users: { targeted: ['find', 'delete'], tenant: ['find'] },
  deleted_cvs: { targeted: ['find', 'findAndModify', 'delete'], tenant: ['find', 'delete'] },
  deleted_imports: { targeted: ['find', 'findAndModify', 'delete'], tenant: ['update', 'delete'] },
  deleted_references: { targeted: ['find', 'delete'] },
  tags: { targeted: ['find', 'count', 'update', 'delete'] },
  idempotency: { targeted: ['find', 'update', 'delete'] },
  'pictures.files': { targeted: ['find', 'delete'] },
  'pictures.chunks': { targeted: ['find', 'delete'] },
  metadata: { targeted: ['find', 'update', 'findAndModify', 'delete'], tenant: ['find'] },
  preferences: { targeted: ['find', 'findAndModify', 'delete'] },
  comments: { targeted: ['find', 'findAndModify'], tenant: ['find', 'aggregate', 'update', 'delete'] },
  dailyVisits: { targeted: ['find', 'findAndModify', 'delete'] },
  visitors: { targeted: ['update', 'delete'] },
  owners: { targeted: ['find', 'update', 'delete'] },
  'artifacts.files': { targeted: ['find', 'findAndModify'] },
  'artifacts.chunks': { targeted: ['find', 'delete'] },
  exports: { targeted: ['find', 'findAndModify', 'update'] },
  consumption_spans: { targeted: ['find', 'update'], tenant: ['find'] },
  consumption_moved: { targeted: ['find', 'update'] },
  applicationAccesses: { targeted: ['find', 'aggregate', 'update', 'delete'] },
  auditEntries: { tenant: ['find'] },
};

const UPGRADE = 'Upgrade of users and CVs of earlier versions, before the first call.';
const ERASURE = 'Background work for all companies.';
const FILE_SWEEP = 'Background work for all companies, by the random id of the file.';

/** The command, the collection and all fields of the filter; and the reason. */
export const broadcastQueries: Record<string, string> = {
  'find comments created idempotency.key': 'Upgrade of comments of earlier versions, before the first call.',
  'find users': UPGRADE,
  'find names _id': UPGRADE,
  'find cvs': UPGRADE,
  'find cvs nameTerms': UPGRADE,
  'update cvs _id': UPGRADE,
  'find deleted_users deletedAt': ERASURE,
  'find deleted_cvs deletedAt withUser': ERASURE,
  'find deleted_references at': ERASURE,
  'find pictures.files metadata.cvId': ERASURE,
  'find pictures.files metadata.userId': ERASURE,
  'delete pictures.files _id metadata.cvId': ERASURE,
  'delete pictures.files _id metadata.userId': ERASURE,
  'find pictures.files': 'Moves the files of all companies to S3, on request of an operator.',
  'find pictures.files _id': FILE_SWEEP,
  'update pictures.files _id': FILE_SWEEP,
  'find artifacts.files': 'Moves the files of all companies to S3; the driver tests whether the collection exists.',
  'find artifacts.files _id': FILE_SWEEP,
  'update artifacts.files _id': FILE_SWEEP,
  'delete artifacts.files _id': FILE_SWEEP,
  'find artifacts.files metadata.expiresAt': FILE_SWEEP,
  'aggregate artifacts.files metadata.expiresAt': FILE_SWEEP,
  'delete artifacts.files _id metadata.expiresAt': FILE_SWEEP,
};
