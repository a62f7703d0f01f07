import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { Applications } from '@vitae/accounts/applications/applications';
import { VitaeError } from '@vitae/kit/errors';

/** Who calls the user API with an application's `apiKey`: it reaches the users who hold a live grant. */
export type ApiKeyCaller = { application: Pick<StoredApplication, 'id' | 'companyId' | 'name'> };

/** Decisions §5: the application's secret, 64 hexadecimal digits. */
export function authenticateApiKey({ applications }: { applications: Pick<Applications, 'byApiKey'> }) {
  return async (apiKey: string): Promise<ApiKeyCaller> => {
    const application = await applications.byApiKey(apiKey);
    if (!application) throw new VitaeError('UNAUTHENTICATED', 'api_key_invalid', 'This apiKey is not valid.');
    return { application };
  };
}
