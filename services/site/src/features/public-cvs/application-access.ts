import type { Applications } from '@vitae/accounts/applications/applications';
import type { AccessRecorder } from '@vitae/accounts/grants/access-recorder';
import { grantsCv } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import { TEMPORARILY_UNAVAILABLE, unavailable } from '@vitae/kit/errors';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';

/** Access to CVs by the links that applications received from the API. */
export type ApplicationAccess = {
  /**
   * Returns whether the owner grants the CV to the application. It is read for each request, as in the API.
   * @throws {VitaeError} UNAVAILABLE if this cannot be read
   */
  isGranted(cv: Pick<CvLocation, 'id' | 'userId'>, applicationId: number): Promise<boolean>;
  /** Records the access to a CV by the link of an application, before the response is sent. Ignores other addresses. */
  record(cv: Pick<CvLocation, 'id' | 'companyId' | 'userId'> & { applicationId?: number }): Promise<void>;
};

type ApplicationAccessDependencies = {
  grants: Pick<GrantStore, 'find'>;
  applications: Pick<Applications, 'byId'>;
  accessRecorder: Pick<AccessRecorder, 'record'>;
};

export function createApplicationAccess(dependencies: ApplicationAccessDependencies): ApplicationAccess {
  const { grants, applications, accessRecorder } = dependencies;
  return {
    isGranted: async ({ id, userId }, applicationId) => {
      const reads = [grants.find(userId, applicationId), applications.byId(applicationId)] as const;
      const [grant, application] = await Promise.all(reads).catch((cause) => {
        throw unavailable('dependency_unavailable', TEMPORARILY_UNAVAILABLE, cause);
      });
      return grant !== undefined && application !== undefined && grantsCv(grant.access, id);
    },
    record: async ({ applicationId, companyId, userId, id: cvId }) => {
      if (applicationId === undefined) return;
      await accessRecorder.record([{ companyId, userId, applicationId, data: 'cv', cvId }]);
    },
  };
}
