import { Readable } from 'node:stream';
import { systemRandomBytes } from '@vitae/accounts/applications/token';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import type { Company } from '@vitae/accounts/companies/company-store';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createIndexes } from '@vitae/accounts/indexes';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import { createOutbox } from '@vitae/accounts/mail/outbox-mongo-store';
import { createOAuthRouter } from '@vitae/gateway/features/oauth-tokens/oauth-router';
import { createCors } from '@vitae/gateway/http/cors';
import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { createNonceStore } from '@vitae/gateway/quota/oauth-nonce-store';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { oauthRoutes } from '@vitae/gateway/routes';
import { createLogger } from '@vitae/kit/log';
import { inTransaction, type Transact } from '@vitae/kit/transaction';
import { cvInput } from '@vitae/proto/cv-data';
import { type CvEditor, createCvEditor } from '@vitae/site/features/account/editor/cv-editor';
import type { OwnDesign } from '@vitae/site/features/account/editor/own-design';
import type { OwnPictures } from '@vitae/site/features/account/editor/own-pictures';
import { createResetLinks } from '@vitae/site/features/account/links/reset-links';
import type { OwnCv, OwnCvs } from '@vitae/site/features/account/own-cvs';
import type { OwnData } from '@vitae/site/features/account/own-data';
import type { OwnFiles } from '@vitae/site/features/account/own-files';
import type { OwnProfile } from '@vitae/site/features/account/own-profile';
import type { OwnRecords } from '@vitae/site/features/account/own-records';
import { createOwnerSurfaces } from '@vitae/site/owner-surfaces';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { type CompaniesFixture, openCompaniesFixture } from './company-fixtures.ts';
import { createMemoryOwnCvs } from './memory-own-cvs.ts';
import { createMemoryOwnProfile } from './memory-own-profile.ts';
import { createMemoryOwnRecords } from './memory-own-records.ts';
import { routesOf } from './routes-of.ts';

/** A server with the pages and OAuth endpoints for CV owners. */
export type OwnersGateway = OwnerAccess & {
  url: string;
  port: number;
  connection: Connection;
  redis: Redis;
  /** The paths of all forms of the account pages. */
  posts: string[];
  /** The paths of all account pages. */
  pages: string[];
  /** The mails that wait for delivery. */
  outbox: Outbox;
  /** Queues the mails with reset links that were requested, as a site does before it sends mails. */
  queueResetMails(): Promise<void>;
  transact: Transact;
};

export type OwnersGatewayOptions = {
  publicUrl?: string;
  /** By default, user records are in memory. */
  profileOf?: (access: OwnerAccess, connection: Connection) => OwnProfile;
  /** Replaces the outbox, for example with one that fails. */
  outboxOf?: (outbox: Outbox) => Outbox;
  sendsMail?: boolean;
  /** By default, CVs are in memory. */
  ownCvs?: OwnCvs;
  /** By default, CVs are edited in memory. */
  editor?: CvEditor;
  design?: OwnDesign;
  pictures?: OwnPictures;
  /** By default, files are never ready. */
  cvFiles?: OwnFiles;
  /** By default, an empty file. */
  data?: OwnData;
  /** By default, records are in memory. */
  records?: OwnRecords;
};

export type OwnerFixture = Omit<Owner, 'passwordVersion'> & { password: string };

/** Owners and their companies. */
export type OwnersFixture = Pick<CompaniesFixture, 'company' | 'otherCompany' | 'clock' | 'newAddress' | 'close'> & {
  /** The CVs of every owner. */
  cvs: OwnCv[];
  /** The ids of deleted users. */
  deleted: number[];
  start(options?: OwnersGatewayOptions): Promise<OwnersGateway>;
  /** Creates a credential, by default of a new user. */
  createOwner(
    gateway: OwnersGateway,
    company?: Company,
    user?: { id: number; username: string; email: string },
  ): Promise<OwnerFixture>;
};

/** An editor in memory whose every CV has the same content. */
function createMemoryEditor(): CvEditor {
  const cv = cvInput.parse({ culture: 'en_US', contacts: { contact: [{ type: 'phone', value: '1' }] } });
  const document = { json: Buffer.from(JSON.stringify({ ...cv, id: 1, userId: 1 })), revision: 1 };
  return createCvEditor({
    cv: async () => document,
    call: {
      ReplaceCv: async () => document,
      GetCvResumeSections: async () => ({ json: Buffer.from('{}') }),
      ListCvVersions: async () => ({ versions: [] }),
    },
  } as never);
}
const noDesign: OwnDesign = {
  order: {
    read: async () => ({ side: [], main: [] }),
    move: async (_owner, _cvId, { list }) => ({ isDone: true, list: [...list] }),
    reset: async () => undefined,
  },
  read: async () => ({ template: 'classic', color: '#000000', maxPages: null, language: null, switches: {} as never }),
  save: async (_owner, _cvId, { submitted }) => ({ design: submitted, conflicts: [], stored: submitted }),
};
export const noPictures: OwnPictures = {
  find: async () => undefined,
  findRevision: async () => undefined,
  set: async () => ({ changed: undefined }),
  remove: async () => ({ changed: undefined }),
  hasFormer: async () => false,
  eraseFormer: async () => false,
  eraseAllFormer: async () => undefined,
  preview: async () => ({ html: '', styles: '' }),
};

/** Returns a path of a route with values for its parameters. */
export function pathOfRoute(route: string, number: number): string {
  return route
    .replace('/:section/:item', '/contacts/1')
    .replace('/:section', '/about')
    .replace(/:\w+/g, String(number));
}

/** Scripts, styles, fonts, pictures and downloads. */
const NO_PAGE = /^\/assets\/|\.png$|^\/account\/cvs\/:id\/(photo|logos\/:item|works\/:item|export)$/;

const log = createLogger({ name: 'test-owners', level: 'silent' });

export async function startOwnersFixture(environment: NodeJS.ProcessEnv): Promise<OwnersFixture> {
  const fixture = await openCompaniesFixture(environment);
  const { companies, company, otherCompany, clock, box, newAddress, close } = fixture;
  const cvs: OwnCv[] = [];
  const deleted: number[] = [];
  let users = fixture.firstId;
  const newUser = () => {
    const id = users++;
    return { id, username: `ana-${id}`, email: `ana-${id}@example.com` };
  };

  return {
    company,
    otherCompany,
    clock,
    cvs,
    deleted,
    start: async ({
      publicUrl,
      profileOf,
      outboxOf = (outbox: Outbox) => outbox,
      sendsMail = true,
      ...options
    } = {}) => {
      const { ownCvs = createMemoryOwnCvs(cvs), cvFiles = { send: async () => ({ ready: false }) } } = options;
      const { records = createMemoryOwnRecords() } = options;
      const { url, port, connection, redis, serve } = await fixture.listen(log);
      const access = createOwnerAccess({ connection, redis, box, clock });
      const outbox = outboxOf(createOutbox(connection, box, clock));
      const transact: Transact = (work) => inTransaction(connection, work);
      const companyName = async (id: number) => (await companies.find(id))?.name ?? '';
      const parts = { ...access, outbox, transact, companyName, siteUrl: publicUrl ?? url, clock };
      const resetLinks = createResetLinks(parts);
      const surfaces = createOwnerSurfaces({
        config: { OAUTH_URL: publicUrl ?? url, SITE_URL: publicUrl ?? url, RETENTION_DAYS: 30 },
        access,
        audit: createAuditLog(connection, clock),
        redis,
        companies,
        box,
        cvs: ownCvs,
        cvFiles,
        editor: options.editor ?? createMemoryEditor(),
        design: options.design ?? noDesign,
        pictures: options.pictures ?? noPictures,
        records,
        data: options.data ?? { prepare: async () => () => Readable.from([]) },
        profile: profileOf?.(access, connection) ?? createMemoryOwnProfile(access.credentials),
        outbox,
        resetLinks: sendsMail ? resetLinks : undefined,
        transact,
        deleteUser: async ({ id }) => {
          deleted.push(Number(id));
          await access.revokeOwnerAccess(Number(id));
        },
        random: systemRandomBytes,
        clock,
        log,
      });
      await createIndexes(connection);
      const { applications, requestTokens, grants } = access;
      const nonces = createNonceStore(redis, createReplayBarrier(createClockLeadStore(connection), redis));
      const oauth = createOAuthRouter({
        routes: oauthRoutes,
        tokens: { applications, requestTokens, grants, nonces, box, random: systemRandomBytes, clock },
        metrics: { countOutcome: () => undefined },
        recorder: { recordOutcome: () => undefined, recordResponse: () => undefined },
        rejections: { record: () => undefined },
        publicUrl: publicUrl ?? url,
        cors: createCors(publicUrl ?? url),
      });
      serve(oauth, surfaces.consent, surfaces.account);
      return {
        ...access,
        url,
        port,
        connection,
        redis,
        posts: routesOf(surfaces.account, 'post').map((path) => path.replace(':company', String(company.id))),
        pages: routesOf(surfaces.account, 'get').filter((path) => !NO_PAGE.test(path)),
        outbox,
        queueResetMails: async () => {
          for (const mail of await outbox.due(1_000))
            if (mail.template === 'ownerResetRequest') await resetLinks.queueMails(mail);
        },
        transact,
      };
    },
    createOwner: async ({ credentials }, { id: companyId } = company, user = newUser()) => {
      const { id: userId, username, email } = user;
      const owner = { userId, companyId, username, email };
      const password = `three little words ${userId}`;
      await credentials.set({ ...owner, password });
      return { ...owner, locale: undefined, password };
    },
    newAddress,
    close,
  };
}
