import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics.ts';

/** Responds to requests that Node rejects before Express (malformed, too large, too slow) in the API's error format. */
export function handleClientErrors(server: Server, metrics?: Metrics): void {
  const help = 'Requests that were rejected before their headers were read, by status';
  const rejected = metrics?.counter('vitae_http_client_errors_total', help, ['http_response_status_code']);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = responseTo(describe(error.code));
    rejected?.inc({ http_response_status_code: status });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  });
}

/** Responds to a request whose host or target is invalid. */
export function rejectMalformed(response: ServerResponse): void {
  send(response, { status: 400, message: 'The request must have one valid Host header and a valid target.' });
}

/** Responds to a request with an Expect header other than 100-continue (RFC 9110 section 10.1.1). */
export function rejectExpectation(response: ServerResponse): void {
  send(response, { status: 417, message: 'The only supported value of the Expect header is 100-continue.' });
}

function send(response: ServerResponse, problem: Problem): void {
  const { status, headers, body } = responseTo(problem);
  response.writeHead(status, headers).end(body);
}

type Problem = { status: number; message: string };

function responseTo({ status, message }: Problem) {
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
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The URL and headers are too long.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: 'The request was not received in time.' };
  return { status: 400, message: 'The request is not valid HTTP. Characters outside ASCII must be percent-encoded.' };
}
