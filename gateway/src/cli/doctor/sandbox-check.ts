import { type Check, combined, type Outcome, ok, skipped, warning } from './check.ts';
import { get } from './http-request.ts';
import { MAX_METRICS_BYTES } from './version-check.ts';

/** Checks that the export workers isolate the browser, which opens the documents of all companies. */
export const sandboxCheck: Check = {
  name: 'Sandbox of the export workers',
  run: async ({ settings }) => combined(await Promise.all(settings.EXPORT_URL.map(checkSandbox))),
};

async function checkSandbox(url: string): Promise<Outcome> {
  const reply = await get(`${url}/metrics`, {}, MAX_METRICS_BYTES);
  const found = 'error' in reply ? undefined : /^vitae_export_sandbox_info\{.*?sandbox="(\w+)"/m.exec(reply.body)?.[1];
  if (found === undefined) return skipped(`The sandbox of the export worker at ${url} is not known.`);
  if (found !== 'off') return ok(`The browser runs in a sandbox (${found}).`);
  return warning(
    `The browser of the export worker at ${url} has no sandbox: a document that exploits it can read the secrets of the worker.`,
    'Set EXPORT_BROWSER_SANDBOX to landlock (docs/deploying.md#sandbox-of-the-export-worker).',
  );
}
