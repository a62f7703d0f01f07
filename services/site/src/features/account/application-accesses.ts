import type { Applications } from '@vitae/accounts/applications/applications';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { ACCESS_LOG_DAYS, type AccessLog, type AccessPage, type LoggedAccess } from '@vitae/accounts/grants/access-log';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Clock } from '@vitae/kit/clock';

/** An application that accessed data of the owner. It may have been disconnected since. */
export type AccessedApplication = { id: number; name: string; company: string; lastAccessAt: Date };

/**
 * An application with a page of its accesses. `isUsed` is true if it used its access in the last 90 days, perhaps before
 * accesses were recorded.
 */
export type ApplicationLog = AccessPage & { name: string; company: string; isConnected: boolean; isUsed: boolean };

/** What applications accessed in the last 90 days. */
export type ApplicationAccesses = {
  /** The latest first. */
  list(owner: Owner): Promise<AccessedApplication[]>;
  /**
   * Returns undefined for an application that neither accessed data of the owner nor is connected.
   * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor
   */
  log(
    owner: Owner,
    applicationId: number,
    page: { limit: number; cursor: string },
  ): Promise<ApplicationLog | undefined>;
  /** Returns all accesses of an application, the newest days first. */
  all(owner: Owner, applicationId: number): AsyncGenerator<LoggedAccess>;
};

type ApplicationAccessesDependencies = {
  accessLog: AccessLog;
  grants: Pick<GrantStore, 'find'>;
  applications: Pick<Applications, 'find'>;
  companyName: (companyId: number) => Promise<string>;
  clock: Clock;
};

const ROWS_PER_READ = 500;
const DAY_MS = 86_400_000;

export function createApplicationAccesses(dependencies: ApplicationAccessesDependencies): ApplicationAccesses {
  const { accessLog, grants, applications, companyName, clock } = dependencies;
  const page = ({ companyId, userId }: Owner, applicationId: number, options: { limit: number; cursor: string }) =>
    accessLog.page({ companyId, userId, applicationId }, options);
  return {
    list: async ({ companyId, userId }) => {
      const company = await companyName(companyId);
      const accessed = [...(await accessLog.lastAccesses(companyId, userId))].map(async ([id, lastAccessAt]) => {
        const application = await applications.find(companyId, id);
        return application && { id, name: application.name, company, lastAccessAt };
      });
      return (await Promise.all(accessed)).filter((application) => application !== undefined);
    },
    log: async (owner, applicationId, options) => {
      const application = await applications.find(owner.companyId, applicationId);
      if (!application) return undefined;
      const grant = application.disabledAt === null ? await grants.find(owner.userId, applicationId) : undefined;
      const isConnected = grant !== undefined;
      const found = await page(owner, applicationId, options);
      if (!isConnected && found.accesses.length === 0) return undefined;
      const start = clock.now() - ACCESS_LOG_DAYS * DAY_MS;
      const isUsed = (grant?.lastUsedAt?.getTime() ?? 0) > start;
      return { ...found, name: application.name, company: await companyName(owner.companyId), isConnected, isUsed };
    },
    all: async function* (owner, applicationId) {
      let cursor: string | undefined = '';
      while (cursor !== undefined) {
        const { accesses, next }: AccessPage = await page(owner, applicationId, { limit: ROWS_PER_READ, cursor });
        yield* accesses;
        cursor = next;
      }
    },
  };
}
