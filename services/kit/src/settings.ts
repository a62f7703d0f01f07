import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseRedisUrl } from './redis-url.ts';
import { REMOVED_SETTINGS, RENAMED_SETTINGS, similarName } from './setting-names.ts';

/** Reports every invalid setting in one error. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** The part of a logger that receives warnings about setting names. */
type SettingsLog = { warn(fields: { setting: string }, message: string): void };

/**
 * Reads the settings of a process. An empty variable counts as unset. `NAME_FILE` names a file that
 * contains NAME, which keeps secrets out of the environment. Renamed settings are accepted under their
 * old name; `log` receives a warning for each, and for each unknown name that resembles a setting.
 * @throws {SettingsError} with every problem, if any setting is missing or invalid.
 */
export function parseSettings<S extends z.ZodType>(
  schema: S,
  environment: NodeJS.ProcessEnv,
  log?: SettingsLog,
  renamed = RENAMED_SETTINGS,
): z.infer<S> {
  const fields = fieldsOf(schema);
  const { values, problems } = readValues(Object.keys(fields), environment, renamed);
  for (const [setting, message] of nameWarnings(Object.keys(fields), environment, renamed))
    log?.warn({ setting }, message);
  const removed = Object.entries(REMOVED_SETTINGS).filter(([name]) => environment[name] || environment[`${name}_FILE`]);
  const result = schema.safeParse(values);
  if (result.success && problems.size === 0) {
    for (const [setting, message] of removed) log?.warn({ setting }, message);
    return result.data;
  }
  const issues = result.success ? [] : result.error.issues.filter(({ path }) => !problems.has(String(path[0])));
  throw new SettingsError([
    ...removed.map(([, message]) => message),
    ...problems.values(),
    ...issues.map((issue) => {
      const name = issue.path.join('.') || '(settings)';
      const missing = values[String(issue.path[0])] === undefined;
      return missing
        ? `${name} is missing: ${fields[name]?.description ?? 'it is required'}`
        : `${name}: ${issue.message}`;
    }),
  ]);
}

function fieldsOf(schema: z.ZodType): Record<string, z.ZodType | undefined> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  throw new TypeError('Settings are described by a z.object');
}

type Values = { values: NodeJS.ProcessEnv; problems: Map<string, string> };

function readValues(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  renamed: Readonly<Record<string, string>>,
): Values {
  const values: NodeJS.ProcessEnv = {};
  const problems = new Map<string, string>();
  for (const name of names) {
    const oldNames = Object.keys(renamed).filter((old) => renamed[old] === name);
    for (const source of [name, ...oldNames]) {
      const { value, problem } = readValue(source, environment);
      if (problem !== undefined) problems.set(name, problem);
      else if (value !== undefined && values[name] !== undefined && value !== values[name])
        problems.set(name, `${name} and its old name ${source} have different values: remove ${source}`);
      else values[name] ??= value;
    }
  }
  return { values, problems };
}

function readValue(name: string, environment: NodeJS.ProcessEnv): { value?: string | undefined; problem?: string } {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`];
  if (!file) return { value };
  if (value !== undefined) return { problem: `${name} and ${name}_FILE are both set: remove one` };
  try {
    return { value: readFileSync(file, 'utf8').trim() };
  } catch (error) {
    return { problem: `${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}` };
  }
}

/** Yields each variable whose name is deprecated or looks misspelled, with the warning for it. */
function* nameWarnings(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
  renamed: Readonly<Record<string, string>>,
): Generator<[setting: string, message: string]> {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  for (const [variable, value] of Object.entries(environment)) {
    if (!value || known.includes(variable)) continue;
    const suffix = variable.endsWith('_FILE') ? '_FILE' : '';
    const replacement = renamed[variable.slice(0, variable.length - suffix.length)];
    if (replacement !== undefined) {
      if (names.includes(replacement))
        yield [
          variable,
          `${variable} is deprecated and will be ignored in the next release: set ${replacement}${suffix}`,
        ];
      continue;
    }
    const similar = similarName(variable, known);
    if (similar) yield [variable, `${variable} is not a setting of this process. Did you mean ${similar}?`];
  }
}

export const port = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65535, 'must be a port number from 0 to 65535');

/** The interface to listen on: loopback, for a proxy on the same machine. Containers set 0.0.0.0. */
export const listenHost = () => z.string().default('127.0.0.1');

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const withoutTrailingSlash = (value: string) => value.replace(/\/$/, '');

export const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://cv.example.com' })
    .transform(withoutTrailingSlash);

export const mongodbUri = () =>
  z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/\S+$/,
      'must be a MongoDB connection string such as mongodb://host:27017/?replicaSet=rs0',
    )
    .describe('the MongoDB connection string, such as mongodb://host:27017/?replicaSet=rs0');

/** A URL that `parseRedisUrl` understands. */
export const redisUrl = () =>
  z
    .string()
    .superRefine((url, context) => {
      try {
        parseRedisUrl(url);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    })
    .describe('the Redis URL, such as redis://host:6379');

/** host:port, a gRPC name such as dns:///resume:50051, or a list of replicas: ipv4:10.0.0.1:50051,10.0.0.2:50051. */
export const grpcAddress = () =>
  z
    .string()
    .regex(
      /^((\w+:\/\/\/)?[\w.\-[\]:]+:\d{1,5}|ipv4:[\d.]+:\d{1,5}(,[\d.]+:\d{1,5})+)$/,
      'must be host:port, such as resume:50051',
    );

export const logLevel = () => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

export const databaseName = () =>
  z.string().regex(/^[\w-]{1,60}$/, 'must be a database name of up to 60 letters, digits, hyphens and underscores');

/** A comma-separated list with at least one item. */
export function commaList<T extends z.ZodType<string, string>>(item: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1));
}
