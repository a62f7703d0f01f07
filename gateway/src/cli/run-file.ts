import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

// `.vitae/run.json`, as docs/running.md has it.
const runFile = z.object({
  mongodbUri: z.string(),
  redisUrl: z.string(),
  gateways: z.array(z.string()),
  processes: z.array(z.object({ name: z.string(), url: z.string() })),
});

/**
 * The settings of the system that DATA_DIR describes, in the names of the environment. What the
 * environment says itself comes first; nothing is added when no system runs there.
 */
export function settingsOfRunningSystem(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dataDir = resolve(environment.DATA_DIR || '.vitae');
  const run = runFile.safeParse(parsed(textOf(join(dataDir, 'run.json'))));
  const keysIn = (file: string) => textOf(join(dataDir, file))?.trim();
  const found: NodeJS.ProcessEnv = { MASTER_KEYS: keysIn('master-keys'), SERVICE_KEYS: keysIn('service-keys') };
  if (run.success) {
    const { mongodbUri, redisUrl, processes, gateways } = run.data;
    const urlsOf = (name: RegExp) => processes.filter((one) => name.test(one.name)).map((one) => one.url);
    Object.assign(found, { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, SITE_URL: gateways[0] });
    const [resume] = urlsOf(/^resume$/);
    const workers = urlsOf(/^export(-\d+)?$/);
    if (resume) found.RESUME_ADDRESS = resume;
    if (workers.length > 0) found.EXPORT_URL = workers.join(',');
  }
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...found, ...Object.fromEntries(given) };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No such file: no system runs from this folder.
    return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Half written or damaged: as if it were not there.
    return undefined;
  }
}
