import { version } from '../../version.ts';
import { type Check, combined, type Outcome, ok, skipped, warning } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';
import { get } from './http-request.ts';
import { mayConnect } from './public-connections.ts';
import type { ServiceState } from './service-states.ts';

export const MAX_METRICS_BYTES = 2_000_000;
/** A load balancer sends these requests to different replicas. */
const REQUESTS_PER_URL = 8;

/** Services, workers and, if their addresses are known, gateways and sites. */
export const versionCheck: Check = {
  name: 'Versions',
  run: async (context) => {
    const [services, workers, edge] = await Promise.all([
      context.serviceStates().then((states) => states.flatMap(judgeService)),
      Promise.all(context.settings.EXPORT_URL.map(judgeWorker)),
      edgeOutcomes(context),
    ]);
    const outcomes = [...services, ...workers, ...edge];
    const worst = combined(outcomes);
    if (worst.status !== 'ok') return worst;
    const unknown = outcomes.filter(({ status }) => status === 'skipped').map(({ message }) => message);
    return ok([`All processes that were asked have the version ${version()}.`, ...new Set(unknown)].join(' '));
  },
};

function judgeService({ service, address, state }: ServiceState): Outcome[] {
  if (state === undefined) return []; // the check of the service reports it
  return [judge(`The ${service} service at ${address}`, state?.version ?? 'of an earlier release')];
}

async function judgeWorker(url: string): Promise<Outcome> {
  const reply = await get(`${url}/metrics`, {}, MAX_METRICS_BYTES);
  const line = 'error' in reply ? undefined : /^vitae_build_info\{.*/m.exec(reply.body)?.[0];
  const found = /\bversion="([\w.+-]{1,50})"/.exec(line ?? '')?.[1];
  return found === undefined
    ? skipped(`The version of the export worker at ${url} is not known.`)
    : judge(`The export worker at ${url}`, found);
}

/** The gateways and sites: each process of a local run, or those that respond at the public URLs. */
async function edgeOutcomes(context: DoctorContext): Promise<Outcome[]> {
  const { run, settings } = context;
  if (run) {
    const edge = run.processes.filter(({ name }) => /^(gateway|site)(-\d+)?$/.test(name));
    return (await Promise.all(edge.map(({ name, url }) => judgeUrl(name, `${url}/readyz`)))).flat();
  }
  if (!mayConnect(context)) return [skipped('The versions of gateways and sites are not known.')];
  const gateways = Array.from({ length: REQUESTS_PER_URL }, () =>
    judgeUrl('A gateway', `${settings.COMPANY_API_URL}/readyz`),
  );
  const sites = Array.from({ length: REQUESTS_PER_URL }, () =>
    judgeUrl('A site', `${settings.SITE_URL}/docs/openapi.json`),
  );
  return (await Promise.all([...gateways, ...sites])).flat();
}

async function judgeUrl(what: string, url: string): Promise<Outcome[]> {
  const reply = await get(url);
  if ('error' in reply || reply.status !== 200) return []; // the checks of processes and public URLs report it
  // In the API description, it is part of `info`, at the start.
  const found = /"version":"([\w.+-]{1,50})"/.exec(reply.body)?.[1];
  return [judge(`${what} at ${new URL(url).origin}`, found ?? 'of an earlier release')];
}

function judge(what: string, found: string): Outcome {
  const own = version();
  return found === own
    ? ok(found)
    : warning(
        `${what} has ${/^\d/.test(found) ? `the version ${found}` : `a version ${found}`}, this process has ${own}.`,
        'Finish the upgrade: replace all processes with the same version (docs/upgrading.md).',
      );
}
