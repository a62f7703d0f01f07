import { validate } from '@vitae/kit/validate';
import { z } from 'zod';
import { queryParameter } from './http/read-request.ts';
import type { Call } from './http/request-context.ts';
import type { DocumentedRoute, UserRoute } from './http/route-docs.ts';
import { unmarkXmlTags, xmlAnswer } from './http/xml-answer.ts';

type OwnerAddress = { path: string; apiKeyAlone?: boolean };

/**
 * The calls that the user API has as well, by name, with their addresses there. A company's key
 * reaches the same addresses under /api/v1/svc and /api/v1/dyb for the company's own users (decisions §1).
 */
const addresses: Readonly<Record<string, OwnerAddress>> = {
  'user.stats': { path: '/user/stats' },
  'cv.read': { path: '/cv/:id' },
  'cv.list': { path: '/cv/list' },
  'cv.list-by-status': { path: '/cv/status/:status' },
  'cv.pdf': { path: '/cv/:id/pdf' },
  'cv.display.web': { path: '/cv/:id/display/web' },
  'cv.display.mobile': { path: '/cv/:id/display/mobile' },
  'cv.display.print': { path: '/cv/:id/display/print' },
  'preferences.list': { path: '/employmentpreferences', apiKeyAlone: true },
  'comments.list': { path: '/comments', apiKeyAlone: true },
  'metadata.update': { path: '/metadata/update', apiKeyAlone: true },
  'metadata.assign': { path: '/metadata/assign', apiKeyAlone: true },
  'metadata.unassign': { path: '/metadata/unassign', apiKeyAlone: true },
  'metadata.search': { path: '/metadata/search', apiKeyAlone: true },
  'metadata.read': { path: '/metadata', apiKeyAlone: true },
  'baseslist.read': { path: '/baseslist' },
};

/** Calls that only companies make, of a user whom they name in the path. */
const namedInPath = new Set(['user.read', 'preferences.read']);

const HISTORICAL = ['/api/v1/svc', '/api/v1/dyb'];

/** A row of the company API; where the user API has it too, at all its addresses and in both formats. */
export function atOwnerAddresses(row: DocumentedRoute): DocumentedRoute {
  if (namedInPath.has(row.name)) return withFormats(row);
  const address = addresses[row.name];
  if (!address) return row;
  const paths = new Set([...row.paths, ...HISTORICAL.map((prefix) => prefix + address.path)]);
  return withFormats({ ...row, paths: [...paths] });
}

/** The user API: the rows that it shares with the company's, at its own addresses, and those it has alone. */
export function userRoutes(companyRows: readonly DocumentedRoute[], own: readonly DocumentedRoute[]): UserRoute[] {
  const shared = companyRows.flatMap((row): UserRoute[] => {
    const address = addresses[row.name];
    if (!address) return [];
    const { path, apiKeyAlone = false } = address;
    return [{ ...row, name: `own.${row.name}`, paths: [path], group: 'User API', apiKeyAlone }];
  });
  return [...own.map((row) => ({ ...withFormats(row), apiKeyAlone: false })), ...shared];
}

const format = z.object({
  format: z.enum(['json', 'xml']).default('json').describe('`xml`: the same tree under `<response>`.'),
});

function withFormats(row: DocumentedRoute): DocumentedRoute {
  const formatOf = ({ signed }: Call) =>
    validate(format, { format: queryParameter(signed.parameters, 'format') }).format;
  return {
    ...row,
    query: row.query ? row.query.extend(format.shape) : format,
    formats: true,
    handle: async (call) => {
      const wanted = formatOf(call);
      if (wanted === 'xml') unmarkXmlTags(call.request.headers);
      const answer = await row.handle(call);
      return wanted === 'xml' && 'body' in answer ? xmlAnswer(answer) : answer;
    },
  };
}
