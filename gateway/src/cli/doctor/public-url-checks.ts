import { type Check, combined, type Outcome, ok, problem } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';
import { get } from './http-request.ts';

type Settings = DoctorContext['settings'];

const ROUTING_FIX = 'Route the address as docs/deploying.md#path-routing describes, or correct the setting.';

export const publicUrlCheck: Check = {
  name: 'Public URLs',
  run: async ({ settings }) => {
    const apis = (['COMPANY_API_URL', 'USER_API_URL'] as const).map((name) => checkApi(name, settings));
    return combined(await Promise.all([...apis, checkSite(settings.SITE_URL)]));
  },
};

const unreachable = (name: string, url: string, error: string) =>
  problem(
    `${name} ${url} is not reachable: ${error}.`,
    `Correct ${name}, its DNS entry or its proxy. On Kubernetes, check the peers and ports of networkPolicy.publicTo (docs/deploying.md#network-policies). For a private certificate authority, set NODE_EXTRA_CA_CERTS.`,
  );

/** The user API responds to unknown paths with a link to the error reference, which starts with the SITE_URL of the gateway. */
async function checkApi(name: 'COMPANY_API_URL' | 'USER_API_URL', settings: Settings): Promise<Outcome> {
  const url = settings[name];
  const reply = await get(`${url}/readyz`);
  if ('error' in reply) return unreachable(name, url, reply.error);
  if (reply.status !== 200 || !reply.body.includes('"ready"'))
    return problem(`${name} ${url} does not lead to a ready gateway: status ${reply.status}.`, ROUTING_FIX);
  const path = name === 'COMPANY_API_URL' ? '/api/v1/rate-limit' : '/user';
  const rejected = await get(`${url}${path}`, { Accept: 'application/json' });
  if ('error' in rejected) return unreachable(name, url, rejected.error);
  const site = /<([^<>]*)\/docs\/errors/.exec(rejected.headers.get('link') ?? '')?.[1];
  if (rejected.status >= 500 || (rejected.status !== 401 && rejected.status !== 403 && rejected.status !== 400))
    return problem(`${url}${path} does not lead to a gateway: status ${rejected.status}.`, ROUTING_FIX);
  if (site !== undefined && site !== settings.SITE_URL)
    return problem(
      `The gateway at ${url} has the SITE_URL ${site}, this process has ${settings.SITE_URL}.`,
      'Give every gateway and site, and the command line, the same public URLs.',
    );
  return ok(url);
}

async function checkSite(url: string): Promise<Outcome> {
  const reply = await get(url, { Accept: 'text/html' });
  if ('error' in reply) return unreachable('SITE_URL', url, reply.error);
  return reply.status === 200 && reply.headers.get('content-type')?.startsWith('text/html')
    ? ok(url)
    : problem(`SITE_URL ${url} does not lead to the site: status ${reply.status}.`, ROUTING_FIX);
}
