import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { httpUrl, mongodbUri, parseSettings, port, redisUrl } from '@vitae/kit/settings';
import { z } from 'zod';

const settingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port()
    .refine((value) => value > 0, 'must be a port number, 1 to 65535')
    .default(8080),
  // Relative to the project, so that every command uses the same data.
  DATA_DIR: z.string().default('.vitae'),
  // Downloaded programs are shared by all clones of the project.
  XDG_CACHE_HOME: z.string().default(join(homedir(), '.cache')),
  // Databases to use instead of starting them.
  MONGODB_URI: mongodbUri().optional(),
  REDIS_URL: redisUrl().optional(),
  MONGOD_BINARY: z.string().optional(),
  REDIS_SERVER_BINARY: z.string().optional(),
  PUPPETEER_EXECUTABLE_PATH: z.string().optional(),
  SOFFICE_BINARY: z.string().optional(),
  // Generated in DATA_DIR by default.
  MASTER_KEYS: z.string().optional(),
  COMPANY_API_URL: httpUrl().optional(),
  OAUTH_URL: httpUrl().optional(),
  USER_API_URL: httpUrl().optional(),
  SITE_URL: httpUrl().optional(),
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
