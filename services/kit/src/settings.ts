import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Lists every setting that is wrong, not the first. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Reads a process's settings; an empty variable counts as missing. `NAME_FILE` names a file that
 * holds NAME, so that a secret need not be in the environment.
 */
export function parseSettings<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv): z.infer<S> {
  const fields = fieldsOf(schema);
  const { values, problems } = valuesOf(Object.keys(fields), environment);
  const result = schema.safeParse(values);
  if (result.success && problems.size === 0) return result.data;
  const issues = result.success ? [] : result.error.issues.filter(({ path }) => !problems.has(String(path[0])));
  throw new SettingsError([
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
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  return object instanceof z.ZodObject ? (object.shape as Record<string, z.ZodType>) : {};
}

type Values = { values: NodeJS.ProcessEnv; problems: Map<string, string> };

function valuesOf(names: readonly string[], environment: NodeJS.ProcessEnv): Values {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const values: NodeJS.ProcessEnv = Object.fromEntries(given);
  const problems = new Map<string, string>();
  for (const name of names) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) problems.set(name, `${name} and ${name}_FILE are both set: leave one out`);
    else {
      try {
        values[name] = readFileSync(file, 'utf8').trim();
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        problems.set(name, `${name}_FILE cannot be read (${code}): ${file}`);
      }
    }
  }
  return { values, problems };
}

export const port = () =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65535, 'must be a port number, 0 to 65535');

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const withoutTrailingSlash = (value: string) => value.replace(/\/$/, '');

export const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://cv.example.com' })
    .transform(withoutTrailingSlash);

export const mongodbUri = () =>
  z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be a MongoDB address such as mongodb://host:27017/?replicaSet=rs0')
    .describe('the MongoDB address, such as mongodb://host:27017/?replicaSet=rs0');

export const redisUrl = () =>
  z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'must be a Redis address such as redis://host:6379')
    .describe('the Redis address, such as redis://host:6379');

/** host:port, a gRPC name such as dns:///resume:50051, or every replica by its address: ipv4:10.0.0.1:50051,10.0.0.2:50051. */
export const grpcAddress = () =>
  z
    .string()
    .regex(
      /^((\w+:\/\/\/)?[\w.\-[\]:]+:\d{1,5}|ipv4:[\d.]+:\d{1,5}(,[\d.]+:\d{1,5})+)$/,
      'must be host:port, such as resume:50051',
    );

export const logLevel = () => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

export const databaseName = () =>
  z.string().regex(/^[\w-]{1,60}$/, 'must be a database name of letters, digits, - and _');
