import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { listenHost, mongodbUri, parseSettings, port, publicUrl, redisUrl } from '@vitae/kit/settings';
import { z } from 'zod';

const STARTED = { defaultText: 'started' };

const program = (description: string) =>
  z.string().optional().meta({ values: 'path', defaultText: 'searched for' }).describe(description);

export const settingsSchema = z.object({
  HOST: listenHost().describe('Interface of the gateways.'),
  PORT: port()
    .refine((value) => value > 0, 'must be a port number, 1 to 65535')
    .default(8080)
    .describe('Port of the first gateway; the next ones follow.'),
  DATA_DIR: z
    .string()
    .meta({ values: 'path' })
    .default('.vitae')
    .describe('Data of the local run. Relative to the project, so that every command uses the same data.'),
  XDG_CACHE_HOME: z
    .string()
    .meta({ values: 'path' })
    .default(join(homedir(), '.cache'))
    .meta({ defaultText: '`~/.cache`' })
    .describe('Downloaded programs, shared by all clones of the project.'),
  MONGODB_URI: mongodbUri().optional().meta(STARTED).describe('A replica set to use instead of starting one.'),
  REDIS_URL: redisUrl().optional().meta(STARTED).describe('A Redis to use instead of starting one.'),
  MONGOD_BINARY: program('The MongoDB server to start.'),
  REDIS_SERVER_BINARY: program('The Redis server to start.'),
  PUPPETEER_EXECUTABLE_PATH: program('The browser of the worker.'),
  SOFFICE_BINARY: program('LibreOffice, for the worker.'),
  MASTER_KEYS: z
    .string()
    .optional()
    .meta({ values: 'keys', defaultText: 'generated in `DATA_DIR`' })
    .describe('The master keys of the gateway and the site.'),
  COMPANY_API_URL: publicUrl('the company API'),
  OAUTH_URL: publicUrl('the OAuth endpoints', ' and in OAuth signatures'),
  USER_API_URL: publicUrl('the user API', ' and in OAuth signatures'),
  SITE_URL: publicUrl('the pages'),
});

export type LocalSettings = z.infer<typeof settingsSchema> & { cacheDir: string };

/**
 * Reads the settings of the launcher. Processes inherit the rest of the environment.
 *
 * @param warn receives a message for each variable that looks like a misspelled setting
 * @throws {SettingsError} with every problem.
 */
export function readSettings(
  environment: NodeJS.ProcessEnv,
  root: string,
  warn: (message: string) => void = () => undefined,
): LocalSettings {
  const settings = parseSettings(settingsSchema, environment, { warn: (_fields, message) => warn(message) });
  return { ...settings, DATA_DIR: resolve(root, settings.DATA_DIR), cacheDir: join(settings.XDG_CACHE_HOME, 'vitae') };
}
