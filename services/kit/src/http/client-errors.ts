import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RecordMalformed } from './log-requests.ts';

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Responds to requests that Node rejects before Express (malformed, too large, too slow) in the API's error format. */
export function handleClientErrors(server: Server, record?: RecordMalformed): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const problem = describe(error.code);
    const { status, headers, body } = responseTo(problem);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const text = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
    socket.end(text);
    record?.({ ...problem, bytes: Buffer.byteLength(text), requestId: headers['X-Request-Id'] });
  });
}

/** The error of Node for a request that is not received in time. */
export const timeoutError = () => Object.assign(new Error('Request timeout'), { code: REQUEST_TIMEOUT });

/** Responds to a request whose host or target is invalid. */
export function rejectMalformed(response: ServerResponse, record?: RecordMalformed): void {
  const message = 'The request must have one valid Host header and a valid target.';
  send(response, { status: 400, outcome: 'malformed_request', message }, record);
}

/** Responds to a request with an Expect header other than 100-continue (RFC 9110 section 10.1.1). */
export function rejectExpectation(response: ServerResponse, record?: RecordMalformed): void {
  const message = 'The only supported value of the Expect header is 100-continue.';
  send(response, { status: 417, outcome: 'unsupported_expectation', message }, record);
}

function send(response: ServerResponse, problem: Problem, record: RecordMalformed | undefined): void {
  const { status, headers, body } = responseTo(problem);
  response.writeHead(status, headers).end(body);
  record?.({ ...problem, bytes: Buffer.byteLength(body), requestId: headers['X-Request-Id'] });
}

type Problem = { status: number; outcome: string; message: string };

function responseTo({ status, message }: Pick<Problem, 'status' | 'message'>) {
  const body = JSON.stringify({ error: { code: status, message } });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  };
  return { status, headers, body };
}

function describe(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, outcome: 'headers_too_large', message: 'The URL and headers are too long.' };
  if (code === REQUEST_TIMEOUT)
    return { status: 408, outcome: 'request_timeout', message: 'The request was not received in time.' };
  const message = 'The request is not valid HTTP. Characters outside ASCII must be percent-encoded.';
  return { status: 400, outcome: 'malformed_request', message };
}
