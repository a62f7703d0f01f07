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

/** What the settings reference (docs/settings.md) says about a setting besides its description. */
export type SettingMeta = {
  /** Which values are accepted. */
  values?: string;
  /** The default in words, if it is computed. */
  defaultText?: string;
};

export const port = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65535, 'must be a port number from 0 to 65535')
    .meta({ values: 'port' });

export const listenHost = () =>
  z
    .string()
    .meta({ values: 'address' })
    .default('127.0.0.1')
    .describe(
      'Interface to listen on. The default accepts only a proxy on the same machine; containers set `0.0.0.0`.',
    );

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .meta({ values: `${min.toLocaleString('en')} to ${max.toLocaleString('en')}` });

export const onOff = () => z.enum(['on', 'off']);

const withoutTrailingSlash = (value: string) => value.replace(/\/$/, '');

export const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://cv.example.com' })
    .transform(withoutTrailingSlash)
    .meta({ values: 'URL' });

/** The setting with a public URL. By default, all of them are the address of the process. */
export function publicUrl(of: string, otherUse = '') {
  return httpUrl()
    .optional()
    .meta({ defaultText: '`http://localhost:$PORT`' })
    .describe(`Public URL of ${of}. It appears in generated URLs${otherUse}.`);
}

export const mongodbUri = () =>
  z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/\S+$/,
      'must be a MongoDB connection string such as mongodb://host:27017/?replicaSet=rs0',
    )
    .meta({ values: 'URI' })
    .describe(
      'the MongoDB connection string of a replica set, such as mongodb://host:27017/?replicaSet=rs0. It can also set the pool size (maxPoolSize, by default 50) and timeouts',
    );

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
    .meta({ values: 'URL' })
    .describe('the Redis URL, such as redis://host:6379');

export const queueRedisUrl = () =>
  redisUrl()
    .optional()
    .meta({ defaultText: '`REDIS_URL`' })
    .describe('Redis of the export queue, if it is a separate one.');

/** host:port, a gRPC name such as dns:///resume:50051, or a list of replicas: ipv4:10.0.0.1:50051,10.0.0.2:50051. */
export const grpcAddress = () =>
  z
    .string()
    .regex(
      /^((\w+:\/\/\/)?[\w.\-[\]:]+:\d{1,5}|ipv4:[\d.]+:\d{1,5}(,[\d.]+:\d{1,5})+)$/,
      'must be host:port, such as resume:50051',
    )
    .meta({ values: 'host:port' });

/** The setting with the address of a service. */
export function serviceAddress(name: string, port: number) {
  return grpcAddress()
    .default(`127.0.0.1:${port}`)
    .describe(
      `Address of the ${name} service for gRPC: \`host:port\`, \`dns:///${name}:${port}\`, or a list such as \`ipv4:10.0.0.1:${port},10.0.0.2:${port}\`.`,
    );
}

export const logLevel = () =>
  z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe messages that are logged.');

export const ratio = () =>
  z
    .string()
    .transform(Number)
    .refine((value) => value >= 0 && value <= 1, 'must be a number from 0 to 1')
    .meta({ values: '0 to 1' });

export const logSuccessRatio = () =>
  ratio()
    .default(1)
    .describe(
      'Ratio of successful requests and calls that are logged. Rejected and failed ones are always logged. `npm start` uses 0.',
    );

export const databaseName = () =>
  z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be a database name of up to 60 letters, digits, hyphens and underscores')
    .meta({ values: 'name' });

/** A comma-separated list with at least one item. */
export function commaList<T extends z.ZodType<string, string>>(item: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1))
    .meta({ values: `${settingMeta(item).values ?? 'values'}, comma-separated` });
}

/** Returns what a schema or the schemas it wraps say about a setting. */
export function settingMeta(schema: z.core.$ZodType): SettingMeta {
  const own = z.globalRegistry.get(schema) as SettingMeta | undefined;
  const inner = innerSchema(schema);
  return { ...(inner && settingMeta(inner)), ...own };
}

/** Returns the schema that a default, an optional value or a transformation wraps. */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return schema.def.innerType;
  return schema instanceof z.ZodPipe ? schema.def.in : undefined;
}
