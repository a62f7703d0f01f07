import { readFileSync, writeFileSync } from 'node:fs';
import { type RecordedCall, readRecordedCalls, recordedCallsFile } from '@vitae/gateway/openapi/examples';

export type SentCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};
export type GotAnswer = { status: number; headers: Headers; text: string; bytes: Buffer };

/**
 * The examples of the reference come from real calls: with RECORD_CALLS=1 the tests write what
 * went over the wire into gateway/assets/recorded-calls.json; without it they hold what they see
 * to what is written there, as to its shape.
 */
export type CallRecorder = {
  record(name: string, sent: SentCall, got: GotAnswer): void;
  /** What differs in shape from what is written; empty while recording. */
  differences: string[];
  /** Writes what was recorded. */
  close(): void;
};

const SHOWN_REQUEST = ['content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer', 'accept'];
const SHOWN_RESPONSE = [
  'content-type',
  'content-disposition',
  'etag',
  'link',
  'location',
  'retry-after',
  'x-total-count',
];

export function createCallRecorder(recording: boolean): CallRecorder {
  const written = readRecordedCalls();
  const taken: Record<string, RecordedCall> = {};
  const differences: string[] = [];
  return {
    differences,
    record: (name, sent, got) => {
      // The historical addresses of a call are shown with its first one.
      if (/\.(svc|dyb)$/.test(name)) return;
      const call = recordedCall(sent, got);
      taken[name] ??= call;
      const before = written[name];
      if (recording) return;
      if (!before) differences.push(`${name} has no recorded example`);
      else if (shapeOf(before) !== shapeOf(call))
        differences.push(`${name}: the recorded example has another shape\n  ${shapeOf(before)}\n  ${shapeOf(call)}`);
    },
    close: () => {
      if (!recording) return;
      const all = { ...JSON.parse(readFileSync(recordedCallsFile, 'utf8')), ...taken } as Record<string, RecordedCall>;
      const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
      // The port is one that was free; a reader of the reference has the usual one.
      const text = JSON.stringify(sorted, null, 2).replaceAll(/\blocalhost:\d+/g, 'localhost:8080');
      writeFileSync(recordedCallsFile, `${text}\n`);
    },
  };
}

function recordedCall(
  { method, path, query, headers, body }: SentCall,
  { status, headers: got, text, bytes }: GotAnswer,
): RecordedCall {
  const search = new URLSearchParams(query).toString();
  const request = { method, path: search ? `${path}?${search}` : path, headers: shown(headers, SHOWN_REQUEST) };
  const response = { status, headers: shown(Object.fromEntries(got), SHOWN_RESPONSE) };
  return {
    request: body === undefined ? request : { ...request, body: String(body) },
    response: text === '' ? response : { ...response, body: answerBody(got.get('content-type') ?? '', text, bytes) },
  };
}

/** A file is told by its length; a list in the reference needs two rows, not twenty. */
function answerBody(type: string, text: string, bytes: Buffer): unknown {
  if (type.includes('json')) return shortened(JSON.parse(text));
  return type.startsWith('text/plain') ? text : `(${bytes.length} bytes)`;
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

function shown(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => names.includes(name)));
}

/** Names and types without values: what stays the same from one run to the next. */
export function shapeOf({ request, response }: RecordedCall): string {
  const path = request.path
    .replace(/[0-9a-f]{64}/g, 'n')
    .replace(/\d+/g, 'n')
    .replace(/=[^&]*/g, '=');
  return JSON.stringify([
    request.method,
    path,
    response.status,
    Object.keys(response.headers).sort(),
    kindOf(response.body),
  ]);
}

function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [kindOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindOf(member)]));
}
