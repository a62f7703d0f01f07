import type { Applications } from '../../oauth/applications.ts';
import type { GrantStore } from '../../oauth/grant-store.ts';
import type { RequestTokenStore } from '../../oauth/request-token-store.ts';

/** An application that may read an owner's data. */
export type ConnectedApplication = {
  id: number;
  name: string;
  company: string;
  allowedAt: Date;
  lastUsedAt: Date | null;
};

export type ConnectedApplications = {
  list(userId: number): Promise<ConnectedApplication[]>;
  revoke(userId: number, applicationId: number): Promise<void>;
};

export type ConnectedApplicationsDependencies = {
  grants: Pick<GrantStore, 'listOfUser' | 'revoke'>;
  requestTokens: Pick<RequestTokenStore, 'refuseAuthorized'>;
  applications: Pick<Applications, 'byId'>;
  companyName: (companyId: number) => Promise<string>;
};

export function createConnectedApplications({
  grants,
  requestTokens,
  applications,
  companyName,
}: ConnectedApplicationsDependencies): ConnectedApplications {
  return {
    list: async (userId) => {
      const described = (await grants.listOfUser(userId)).map(async ({ applicationId, createdAt, lastUsedAt }) => {
        const application = await applications.byId(applicationId);
        // A disabled one may read nothing.
        if (!application) return undefined;
        const { id, name, companyId } = application;
        return { id, name, company: await companyName(companyId), allowedAt: createdAt, lastUsedAt };
      });
      return (await Promise.all(described)).filter((application) => application !== undefined);
    },
    revoke: async (userId, applicationId) => {
      // What was allowed a moment ago and not yet fetched first, so that it cannot become a grant afterwards.
      await requestTokens.refuseAuthorized(userId, applicationId);
      await grants.revoke(userId, applicationId);
    },
  };
}
