import type { Json } from '../../support/company-api.ts';

/** Ids of a company's data for requests. */
export type Fixtures = {
  user: number;
  origin: string;
  manager: number;
  cv: number;
  /** An experience of the CV. */
  experience: number;
  tag: number;
  exported: string;
  /** An export of several CVs. */
  archive: string;
};

export type ValidRequest = {
  /** The operation id in the OpenAPI document. */
  name: string;
  method: string;
  path: string;
  query?: Record<string, string | number>;
  body?: Record<string, Json>;
};

const theme = { id: 'classic', color: '#1a2b3c' };
const blocks = ['experiences', 'educations', 'interests', 'presentation', 'skills', 'url', 'picture', 'location'];
const rest = ['drivingLicence', 'maritalStatus', 'address', 'age'];
const displayConfig = { id: 1, ...Object.fromEntries([...blocks, ...rest].map((block) => [block, true])) };

/** Returns one valid request of every operation shared with the user API, at its current path. */
export function ownerRequests({ user, cv }: Fixtures): ValidRequest[] {
  const display = (variant: string) => `/api/v1/cv/${cv}/display/${variant}`;
  const metadata = (action: string) => `/api/v1/svc/metadata/${action}`;
  const one = { users: { user: [user] } };
  const keys = (key: string) => ({ metadatas: { metadata: [{ key }] } });
  const preferences = `/api/v1/users/${user}/employmentpreferences`;
  return [
    { name: 'user.read', method: 'GET', path: `/api/v1/svc/user/${user}` },
    { name: 'user.stats', method: 'GET', path: '/api/v1/svc/user/stats', query: { userId: user } },
    ...['web', 'mobile', 'print'].flatMap((variant): ValidRequest[] => [
      {
        name: `cv.display.${variant}.replace`,
        method: 'PUT',
        path: display(variant),
        body: variant === 'print' ? { ...theme, displayConfig } : theme,
      },
      { name: `cv.display.${variant}`, method: 'GET', path: display(variant) },
    ]),
    {
      name: 'preferences.replace',
      method: 'PUT',
      path: preferences,
      body: { seniority: 2, disabled: false, grossSalaryMin: '3', positions: { position: [{ id: 201 }] } },
    },
    { name: 'preferences.read', method: 'GET', path: preferences },
    { name: 'preferences.list', method: 'GET', path: '/api/v1/svc/employmentpreferences', query: { userId: user } },
    {
      name: 'metadata.update',
      method: 'POST',
      path: metadata('update'),
      body: { metadatas: { ...one, unassign: keys('com.acme.old:*'), assign: keys('com.acme.kind:star') } },
    },
    {
      name: 'metadata.assign',
      method: 'POST',
      path: metadata('assign'),
      body: { metadatas: { metadata: [{ key: 'com.acme.kind:new', ...one }] } },
    },
    {
      name: 'metadata.unassign',
      method: 'POST',
      path: metadata('unassign'),
      body: { metadatas: { metadata: [{ key: 'com.acme.kind:n*', ...one }] } },
    },
    { name: 'metadata.search', method: 'GET', path: metadata('search'), query: { key: 'com.acme.*', limit: 5 } },
    { name: 'metadata.read', method: 'GET', path: '/api/v1/svc/metadata', query: { userId: user } },
  ];
}

const SHARED =
  /^(cv\.(read|list|list-by-status|pdf|display\.\w+)|comments\.list|baseslist\.read|user\.\w+|users\.(created|updated|lastdelete)|preferences\.(read|list)|metadata\.\w+)$/;

/** Returns the request at its historical paths, with the operation ids of the reference. */
export function atHistoricalPaths(request: ValidRequest): ValidRequest[] {
  const { name, path } = request;
  if (!SHARED.test(name)) return [];
  const [, , , first = ''] = path.split('/');
  const prefixes = ['svc', 'dyb'].filter((prefix) => prefix !== first);
  const tail = path
    .replace(/^\/api\/v1\/(svc\/)?/, '')
    .replace(/^users\/(\w+)\/employmentpreferences$/, 'employmentpreferences/$1');
  return prefixes.map((prefix) => ({ ...request, name: `${name}.${prefix}`, path: `/api/v1/${prefix}/${tail}` }));
}
