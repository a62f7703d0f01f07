import type { Applications } from '@vitae/accounts/applications/applications';
import { FULL_ACCESS, type GrantAccess } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { RequestTokenStore } from '@vitae/accounts/grants/request-token-store';

/** An application that can access an owner's data. */
export type ConnectedApplication = {
  id: number;
  name: string;
  company: string;
  allowedAt: Date;
  lastUsedAt: Date | null;
  access: GrantAccess;
};

export type ConnectedApplications = {
  list(userId: number): Promise<ConnectedApplication[]>;
  revoke(userId: number, applicationId: number): Promise<void>;
  /** Returns false if the application has no access. */
  setAccess(userId: number, applicationId: number, access: GrantAccess): Promise<boolean>;
};

export type ConnectedApplicationsDependencies = {
  grants: Pick<GrantStore, 'listOfUser' | 'revoke' | 'setAccess'>;
  requestTokens: Pick<RequestTokenStore, 'revokeAuthorized' | 'setAccess'>;
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
      const described = (await grants.listOfUser(userId)).map(async ({ applicationId, ...grant }) => {
        const { createdAt: allowedAt, lastUsedAt, access = FULL_ACCESS } = grant;
        const application = await applications.byId(applicationId);
        // Disabled applications have no access, so they are not listed.
        if (!application) return undefined;
        const { id, name, companyId } = application;
        return { id, name, company: await companyName(companyId), allowedAt, lastUsedAt, access };
      });
      return (await Promise.all(described)).filter((application) => application !== undefined);
    },
    revoke: async (userId, applicationId) => {
      // What was allowed a moment ago and not yet fetched first, so that it cannot become a grant afterwards.
      await requestTokens.revokeAuthorized(userId, applicationId);
      await grants.revoke(userId, applicationId);
    },
    setAccess: async (userId, applicationId, access) => {
      // Authorized tokens first, so that none replaces the access of the grant afterwards.
      await requestTokens.setAccess(userId, applicationId, access);
      return grants.setAccess(userId, applicationId, access);
    },
  };
}
