import { createClockLeadStore } from '@vitae/gateway/quota/clock-lead-mongo-store';
import { systemRandomness } from '@vitae/accounts/applications/token';
import type { Company } from '@vitae/accounts/companies/company-store';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createIndexes } from '@vitae/accounts/indexes';
import { createNonceStore } from '@vitae/gateway/quota/oauth-nonce-store';
import { createOAuthRouter } from '@vitae/gateway/features/oauth-tokens/oauth-router';
import { oauthRoutes } from '@vitae/gateway/routes';
import { createReplayBarrier } from '@vitae/gateway/quota/replay-barrier';
import { createLogger } from '@vitae/kit/log';
import { createMemoryOwnCvs } from '@vitae/site/features/account/memory-own-cvs';
import type { OwnCv } from '@vitae/site/features/account/own-cvs';
import { createOwnerSurfaces } from '@vitae/site/owner-surfaces';
import { openScratchCompanies, type ScratchCompanies } from './company-fixtures.ts';
import { postRoutes } from './post-routes.ts';

/** A gateway with the surfaces that CV owners meet, and no other. */
export type ScratchOwnersGateway = OwnerAccess & {
  url: string;
  port: number;
  /** The paths of all forms of the account. */
  posts: string[];
};

export type ScratchOwner = Owner & { password: string };

/** Owners and the companies they belong to. */
export type ScratchOwners = Pick<ScratchCompanies, 'company' | 'otherCompany' | 'clock' | 'newAddress' | 'close'> & {
  /** The CVs that every owner has. */
  cvs: OwnCv[];
  /** The users whose deletion was asked. */
  deleted: number[];
  start(options?: { publicUrl?: string }): Promise<ScratchOwnersGateway>;
  createOwner(gateway: ScratchOwnersGateway, company?: Company): Promise<ScratchOwner>;
};

const log = createLogger({ name: 'scratch-owners', level: 'silent' });

export async function startScratchOwners(environment: NodeJS.ProcessEnv): Promise<ScratchOwners> {
  const scratch = await openScratchCompanies(environment);
  const { companies, company, otherCompany, clock, box, newAddress, close } = scratch;
  const cvs: OwnCv[] = [];
  const deleted: number[] = [];
  let users = scratch.firstId;

  return {
    company,
    otherCompany,
    clock,
    cvs,
    deleted,
    start: async ({ publicUrl } = {}) => {
      const { url, port, connection, redis, serve } = await scratch.listen(log);
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
          await access.forgetOwner(Number(id));
        },
        random: systemRandomness,
        clock,
        log,
      });
      await createIndexes(connection);
      const { applications, requestTokens, grants } = access;
      const nonces = createNonceStore(redis, createReplayBarrier(createClockLeadStore(connection), redis));
      const oauth = createOAuthRouter({
        routes: oauthRoutes,
        tokens: { applications, requestTokens, grants, nonces, box, random: systemRandomness, clock },
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
