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

/** Reads a process's settings; an empty variable counts as missing. */
export function parseSettings<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv): z.infer<S> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  throw new SettingsError(
    result.error.issues.map((issue) => {
      const name = issue.path.join('.') || '(settings)';
      const missing = present[String(issue.path[0])] === undefined;
      return missing ? `${name} is missing: ${describe(schema, name)}` : `${name}: ${issue.message}`;
    }),
  );
}

function describe(schema: z.ZodType, name: string): string {
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  const field = object instanceof z.ZodObject ? (object.shape[name] as z.ZodType | undefined) : undefined;
  return field?.description ?? 'it is required';
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

/** host:port or a gRPC name such as dns:///resume:50051. */
export const grpcAddress = () =>
  z.string().regex(/^(\w+:\/\/\/)?[\w.\-[\]:]+:\d{1,5}$/, 'must be host:port, such as resume:50051');

export const logLevel = () => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

export const databaseName = () =>
  z.string().regex(/^[\w-]{1,60}$/, 'must be a database name of letters, digits, - and _');
