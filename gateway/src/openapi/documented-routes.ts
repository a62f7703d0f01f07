import type { OperationDocs } from '../http/operation.ts';
import type { Route, UserRoute } from '../http/route-table.ts';
import { companyRoutes, userRoutes } from '../routes.ts';

/** A route with the documentation of its operation. */
export type DocumentedRoute = OperationDocs &
  Omit<Route<never>, 'operation'> & {
    api: 'company' | 'user';
    /** User API: whether an application's `apiKey` is accepted without an access token. */
    apiKeyAlone: boolean;
  };

type Requirement = UserRoute<never>['requires'];

const GRANTED_CVS = 'Contains only CVs that the owner granted to the application.';

/** What the owner must have granted, as the reference explains it. */
const REQUIREMENTS: Readonly<Record<Requirement, string | undefined>> = {
  profile: `Requires access to the profile. ${GRANTED_CVS}`,
  preferences:
    'Requires access to the employment preferences. With several `ids`, owners who did not grant it are omitted.',
  comments: 'Requires access to the comments. With an `apiKey`, owners who did not grant it are omitted.',
  statistics: 'Requires access to the statistics.',
  labels: 'Requires access to the metadata.',
  cv: 'Requires access to the CV.',
  'cv list': GRANTED_CVS,
  nothing: undefined,
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
    ...userRoutes.map(({ operation, apiKeyAlone = false, requires, ...route }) => ({
      ...operation,
      ...route,
      description: [operation.description, REQUIREMENTS[requires]].filter(Boolean).join(' '),
      errors: isOpen(requires) ? operation.errors : [...operation.errors, 'not_granted' as const],
      group: 'User API' as const,
      api: 'user' as const,
      apiKeyAlone,
    })),
  ];
}

function isOpen(requires: Requirement): boolean {
  return requires === 'nothing' || requires === 'cv list';
}
