import { readFileSync, writeFileSync } from 'node:fs';
import { type RecordedExample, readRecordedExamples, recordedExamplesFile } from '@vitae/gateway/openapi/examples';

export type SentRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};
export type ReceivedResponse = { status: number; headers: Headers; text: string; bytes: Buffer };

/**
 * Records the examples of the API reference from real requests. With RECORD_EXAMPLES=1 the tests write them to
 * gateway/assets/recorded-examples.json; otherwise they compare the shape of each request and response with that file.
 */
export type ExampleRecorder = {
  record(name: string, request: SentRequest, response: ReceivedResponse): void;
  /** Examples whose shape differs from the file; empty while recording. */
  differences: string[];
  /** Writes the recorded examples. */
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

export function createExampleRecorder(recording: boolean): ExampleRecorder {
  const stored = readRecordedExamples();
  const recorded: Record<string, RecordedExample> = {};
  const differences: string[] = [];
  return {
    differences,
    record: (name, request, response) => {
      // The reference shows the historical paths together with the current one.
      if (/\.(svc|dyb)$/.test(name)) return;
      const example = exampleOf(request, response);
      recorded[name] ??= example;
      const before = stored[name];
      if (recording) return;
      if (!before) differences.push(`${name} has no recorded example`);
      else if (shapeOf(before) !== shapeOf(example))
        differences.push(
          `${name}: the recorded example has another shape\n  ${shapeOf(before)}\n  ${shapeOf(example)}`,
        );
    },
    close: () => {
      if (!recording) return;
      const all = { ...JSON.parse(readFileSync(recordedExamplesFile, 'utf8')), ...recorded } as typeof recorded;
      const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
      // Replace the random port of the test by the default one.
      const text = JSON.stringify(sorted, null, 2).replaceAll(/\blocalhost:\d+/g, 'localhost:8080');
      writeFileSync(recordedExamplesFile, `${text}\n`);
    },
  };
}

function exampleOf(
  { method, path, query, headers, body }: SentRequest,
  { status, headers: received, text, bytes }: ReceivedResponse,
): RecordedExample {
  const search = new URLSearchParams(query).toString();
  const request = { method, path: search ? `${path}?${search}` : path, headers: shown(headers, SHOWN_REQUEST) };
  const response = { status, headers: shown(Object.fromEntries(received), SHOWN_RESPONSE) };
  const type = received.get('content-type') ?? '';
  return {
    request: body === undefined ? request : { ...request, body: String(body) },
    response: text === '' ? response : { ...response, body: responseBody(type, text, bytes) },
  };
}

/** Replaces a file by its length and shortens lists to two items. */
function responseBody(type: string, text: string, bytes: Buffer): unknown {
  if (type.includes('json')) return withShortLists(JSON.parse(text));
  return type.startsWith('text/plain') ? text : `(${bytes.length} bytes)`;
}

function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(withShortLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortLists(member)]));
}

function shown(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => names.includes(name)));
}

/** Describes names and types without values, which differ between runs. */
export function shapeOf({ request, response }: RecordedExample): string {
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
