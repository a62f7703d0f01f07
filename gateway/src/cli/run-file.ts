import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

// `.vitae/run.json`, documented in docs/running.md.
const runFile = z.object({
  mongodbUri: z.string(),
  redisUrl: z.string(),
  gateways: z.array(z.string()),
  processes: z.array(z.object({ name: z.string(), url: z.string() })),
  demo: z.object({ companyId: z.number(), key: z.string(), secret: z.string(), cvIds: z.array(z.number()) }).optional(),
});
export type RunFile = z.infer<typeof runFile>;

const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'] as const;
const PUBLIC_URLS = ['COMPANY_API_URL', 'OAUTH_URL', 'USER_API_URL', 'SITE_URL'] as const;

/** Returns the content of the file of the system that runs in DATA_DIR, if one runs. */
export function readRunFile(environment: NodeJS.ProcessEnv): { dataDir: string; run: RunFile | undefined } {
  const dataDir = resolve(environment.DATA_DIR || '.vitae');
  return { dataDir, run: runFile.safeParse(parsed(textOf(join(dataDir, 'run.json')))).data };
}

/** Returns the environment, completed with the settings of the system that runs in DATA_DIR. */
export function settingsOfRunningSystem(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { dataDir, run } = readRunFile(environment);
  const secretIn = (file: string) => textOf(join(dataDir, file))?.trim();
  const discovered: NodeJS.ProcessEnv = {
    MASTER_KEYS: secretIn('master-keys'),
    SERVICE_PRIVATE_KEY: secretIn('service-key-gateway'),
  };
  if (run) {
    const { mongodbUri, redisUrl, processes, gateways } = run;
    const urlsOf = (name: RegExp) => processes.filter((one) => name.test(one.name)).map((one) => one.url);
    Object.assign(discovered, { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl });
    for (const name of PUBLIC_URLS) discovered[name] = gateways[0];
    for (const { name, url } of processes)
      if (SERVICES.some((service) => service === name)) discovered[`${name.toUpperCase()}_ADDRESS`] = url;
    const workers = urlsOf(/^export(-\d+)?$/);
    if (workers.length > 0) discovered.EXPORT_URL = workers.join(',');
  }
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...discovered, ...Object.fromEntries(given) };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Without the file, no system runs in this directory.
    return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // A damaged file is treated like a missing one.
    return undefined;
  }
}
