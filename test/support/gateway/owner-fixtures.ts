import { systemRandomBytes } from '@vitae/accounts/applications/token';
import type { Company } from '@vitae/accounts/companies/company-store';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createIndexes } from '@vitae/accounts/indexes';
import { createOAuthRouter } from '@vitae/gateway/features/oauth-tokens/oauth-router';
import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { createNonceStore } from '@vitae/gateway/quota/oauth-nonce-store';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { oauthRoutes } from '@vitae/gateway/routes';
import { createLogger } from '@vitae/kit/log';
import type { OwnCv } from '@vitae/site/features/account/own-cvs';
import { createOwnerSurfaces } from '@vitae/site/owner-surfaces';
import { type CompaniesFixture, openCompaniesFixture } from './company-fixtures.ts';
import { createMemoryOwnCvs } from './memory-own-cvs.ts';
import { postRoutes } from './post-routes.ts';

/** A server with the pages and OAuth endpoints for CV owners. */
export type OwnersGateway = OwnerAccess & {
  url: string;
  port: number;
  /** The paths of all forms of the account pages. */
  posts: string[];
};

export type OwnerFixture = Omit<Owner, 'passwordVersion'> & { password: string };

/** Owners and their companies. */
export type OwnersFixture = Pick<CompaniesFixture, 'company' | 'otherCompany' | 'clock' | 'newAddress' | 'close'> & {
  /** The CVs of every owner. */
  cvs: OwnCv[];
  /** The ids of deleted users. */
  deleted: number[];
  start(options?: { publicUrl?: string }): Promise<OwnersGateway>;
  createOwner(gateway: OwnersGateway, company?: Company): Promise<OwnerFixture>;
};

const log = createLogger({ name: 'test-owners', level: 'silent' });

export async function startOwnersFixture(environment: NodeJS.ProcessEnv): Promise<OwnersFixture> {
  const fixture = await openCompaniesFixture(environment);
  const { companies, company, otherCompany, clock, box, newAddress, close } = fixture;
  const cvs: OwnCv[] = [];
  const deleted: number[] = [];
  let users = fixture.firstId;

  return {
    company,
    otherCompany,
    clock,
    cvs,
    deleted,
    start: async ({ publicUrl } = {}) => {
      const { url, port, connection, redis, serve } = await fixture.listen(log);
      const access = createOwnerAccess({ connection, redis, box, clock });
      const surfaces = createOwnerSurfaces({
        config: { OAUTH_URL: publicUrl ?? url, SITE_URL: publicUrl ?? url, RETENTION_DAYS: 30 },
        access,
        redis,
        companies,
        box,
        cvs: createMemoryOwnCvs(cvs),
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
        recorder: { recordOutcome: () => undefined, recordResponse: () => undefined },
        rejections: { record: () => undefined },
        publicUrl: publicUrl ?? url,
      });
      serve(oauth, surfaces.consent, surfaces.account);
      return { ...access, url, port, posts: postRoutes(surfaces.account) };
    },
    createOwner: async ({ credentials }, { id: companyId } = company) => {
      const userId = users++;
      const owner = { userId, companyId, username: `ana-${userId}`, email: `ana-${userId}@example.com` };
      const password = `three little words ${userId}`;
      await credentials.set({ ...owner, password });
      return { ...owner, locale: undefined, password };
    },
    newAddress,
    close,
  };
}
