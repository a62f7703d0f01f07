import type { OperationDocs } from '../http/operation.ts';
import type { Route } from '../http/route-table.ts';
import { companyRoutes, userRoutes } from '../routes.ts';

/** A route with the documentation of its operation. */
export type DocumentedRoute = OperationDocs &
  Omit<Route<never>, 'operation'> & {
    api: 'company' | 'user';
    /** User API: whether an application's `apiKey` is accepted without an access token. */
    apiKeyAlone: boolean;
  };

/** The routes of both APIs in the order of the reference. */
export function documentedRoutes(): DocumentedRoute[] {
  return [
    ...companyRoutes.map(({ operation, ...route }) => ({
      ...operation,
      ...route,
      api: 'company' as const,
      apiKeyAlone: false,
    })),
    ...userRoutes.map(({ operation, apiKeyAlone = false, ...route }) => ({
      ...operation,
      ...route,
      group: 'User API' as const,
      api: 'user' as const,
      apiKeyAlone,
    })),
  ];
}
