import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { VitaeError } from './errors.ts';
import { activeTraceId, isTracing } from './tracing.ts';

export type Logger = Pick<PinoLogger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'level' | 'isLevelEnabled'>;

// The fields that may be logged. All others are dropped, so that no body, secret or personal data is logged with an
// object.
const ALLOWED_FIELDS = new Set([
  'requestId',
  'traceId',
  'companyId',
  'userId',
  'applicationId',
  'keyId',
  'cvId',
  'method',
  'route',
  'status',
  'code',
  'reason',
  'outcome',
  'durationMs',
  'attempt',
  'count',
  'bytes',
  'jobId',
  'format',
  'state',
  'service',
  'address',
  'port',
  'pid',
  'signal',
  'step',
  'dependency',
  'database',
  'index',
  'setting',
  'version',
  'queue',
  'memoryMb',
  'template',
  'renders',
  'minute',
]);

// The messages of these errors describe the program, never data.
const PROGRAM_ERRORS = /^(TypeError|ReferenceError|RangeError|AssertionError|SettingsError)$/;

export type LoggerOptions = { name: string; level?: string; destination?: DestinationStream };

export function createLogger({ name, level = 'info', destination }: LoggerOptions): Logger {
  const mixin = () => (isTracing() ? { traceId: activeTraceId() } : {});
  const options = { name, level, mixin, formatters: { log: allowed, level: (label: string) => ({ level: label }) } };
  return destination ? pino(options, destination) : pino(options);
}

/** Returns a logger that adds these fields to every line. */
export function withFields(log: Logger, fields: Record<string, unknown>): Logger {
  return 'child' in log ? (log as PinoLogger).child(allowed(fields)) : log;
}

function allowed(fields: Record<string, unknown>): Record<string, unknown> {
  const fieldsToLog: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'err' || value instanceof Error) fieldsToLog.err = describeError(value);
    else if (ALLOWED_FIELDS.has(key)) fieldsToLog[key] = typeof value === 'string' ? value.slice(0, 256) : value;
  }
  return fieldsToLog;
}

/** Returns what operators may see of an error: name, stack and causes; its message only if it cannot contain data. */
function describeError(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const described: Record<string, unknown> = { name: thrown.name, stack: framesOf(thrown) };
  if (thrown instanceof VitaeError) described.reason = thrown.reason;
  if ('code' in thrown) described.code = thrown.code;
  // The last lines that a child process wrote to stderr.
  if ('programOutput' in thrown) described.programOutput = thrown.programOutput;
  if (PROGRAM_ERRORS.test(thrown.name) || 'syscall' in thrown) described.message = thrown.message.slice(0, 300);
  if (thrown.cause !== undefined && depth < 3) described.cause = describeError(thrown.cause, depth + 1);
  return described;
}

function framesOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith('at ')).slice(0, 12);
}
