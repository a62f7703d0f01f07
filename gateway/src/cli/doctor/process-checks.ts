import { artifactAudience } from '@vitae/proto/export-address';
import { type Check, combined, type Outcome, ok, problem, skipped } from './check.ts';
import { get } from './http-request.ts';

const NO_FILE = '0'.repeat(64);

/** Asks a process whether it is ready. */
export async function checkReady(what: string, url: string): Promise<Outcome> {
  const reply = await get(`${url}/readyz`);
  if ('error' in reply)
    return problem(`${what} does not respond at ${url}: ${reply.error}.`, 'Start the process, or correct its address.');
  if (reply.status === 200) return ok(url);
  const failing = /"failing":\[([^[\]]*)\]/.exec(reply.body)?.[1] ?? `status ${reply.status}`;
  return problem(`${what} at ${url} is not ready: ${failing}.`, 'Check the log of the process.');
}

export const workerCheck: Check = {
  name: 'Export workers',
  run: async ({ settings, identity }) => {
    const token = await identity.token(artifactAudience);
    const judge = async (url: string) => {
      const ready = await checkReady('The export worker', url);
      if (ready.status !== 'ok') return ready;
      const reply = await get(`${url}/artifacts/${NO_FILE}`, { Authorization: `Bearer ${token}` });
      if ('error' in reply || reply.status >= 500)
        return problem(
          `The export worker at ${url} cannot read files.`,
          'Check its log, and that it reaches MongoDB and the object storage.',
        );
      return reply.status === 401
        ? problem(
            `The export worker at ${url} rejects the key of this process.`,
            'Add the public key of SERVICE_PRIVATE_KEY as gateway:… to SERVICE_PUBLIC_KEYS of the worker (docs/running.md#service-keys).',
          )
        : ok(url);
    };
    return combined(await Promise.all(settings.EXPORT_URL.map(judge)));
  },
};

/** The gateways and sites of a local run. Elsewhere, the check of the public URLs reaches one of each. */
export const processCheck: Check = {
  name: 'Gateways and sites',
  run: async ({ run }) => {
    if (!run) return skipped('The addresses of the processes are not known.', 'The public URLs are checked instead.');
    const http = run.processes.filter(({ name }) => /^(gateway|site)(-\d+)?$/.test(name));
    return combined(await Promise.all(http.map(({ name, url }) => checkReady(name, url))));
  },
};
