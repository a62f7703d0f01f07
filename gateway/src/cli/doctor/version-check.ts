import { version } from '../../version.ts';
import { type Check, combined, type Outcome, ok, skipped, warning } from './check.ts';
import { get } from './http-request.ts';

export const MAX_METRICS_BYTES = 2_000_000;

/** Only the metrics of the export workers are at addresses that the gateway knows. */
export const versionCheck: Check = {
  name: 'Versions',
  run: async ({ settings }) => {
    const outcomes = await Promise.all(settings.EXPORT_URL.map((url) => checkVersion(url, version())));
    const worst = combined(outcomes);
    return worst.status === 'ok' ? ok(`This process and the export workers have the version ${version()}.`) : worst;
  },
};

async function checkVersion(url: string, own: string): Promise<Outcome> {
  const reply = await get(`${url}/metrics`, {}, MAX_METRICS_BYTES);
  const found = 'error' in reply ? undefined : versionIn(reply.body);
  if (found === undefined) return skipped(`The version of the export worker at ${url} is not known.`);
  return found === own
    ? ok(found)
    : warning(
        `The export worker at ${url} has the version ${found}, this process has ${own}.`,
        'Finish the upgrade: replace all processes with the same version (docs/upgrading.md).',
      );
}

/** Returns the version in the metrics of a process. */
function versionIn(metrics: string): string | undefined {
  const line = metrics.split('\n').find((text) => text.startsWith('vitae_build_info{'));
  return /\bversion="([\w.+-]{1,50})"/.exec(line ?? '')?.[1];
}
