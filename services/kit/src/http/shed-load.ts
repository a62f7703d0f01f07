import type { Request, RequestHandler, Response } from 'express';
import { VitaeError } from '../errors.ts';
import { errorResponse } from './error-response.ts';
import { recordFacts } from './log-requests.ts';
import { parseRequestTarget } from './request-target.ts';
import { sendResponse } from './response.ts';

/** Slots for requests that mostly wait, in multiples of the slots for other requests. */
const WAITING_FACTOR = 4;
/** Responses that clients may still be reading, in multiples of the slots. Each uses memory and a socket. */
const READING_FACTOR = 16;

type SlotPool = { used: number; readonly size: number };
/** The slot of one request. */
type Slot = { acquire(): void; release(): void; onResponded(): void; onClosed(): void };

/** Responds to a request over the limit. The response must cost much less than handling the request. */
export type RejectOverload = (error: VitaeError, request: Request, response: Response) => unknown;

const rejectAsData: RejectOverload = (error, request, response) =>
  sendResponse(response, errorResponse(error, request));

/**
 * Middleware that rejects requests over the concurrency limit with 503, before any work is done for them: waiting would
 * delay all requests. A request occupies a slot from when its body is received until its response is complete, so that
 * clients that send or read slowly do not block others.
 * @param waitingPaths Requests that mostly wait for another process, for example for an export. They cost little in this
 *   process and have a separate, larger pool of slots.
 * @param reject Sends the 503. By default, in the format of the API.
 */
export function shedLoad(
  maxConcurrent: number,
  waitingPaths: readonly RegExp[] = [],
  reject: RejectOverload = rejectAsData,
): RequestHandler {
  const working: SlotPool = { used: 0, size: maxConcurrent };
  const waiting: SlotPool = { used: 0, size: maxConcurrent * WAITING_FACTOR };
  const readers = createReaders(maxConcurrent * READING_FACTOR);
  return (request, response, next) => {
    const { path } = parseRequestTarget(request.originalUrl);
    const pool = waitingPaths.some((pattern) => pattern.test(path)) ? waiting : working;
    if (pool.used >= pool.size) {
      recordFacts(response, { outcome: 'overloaded' });
      return reject(overloadedError(), request, response);
    }
    const slot = createSlot(pool, response, readers);
    response.locals.slot = slot;
    slot.acquire();
    onEnd(response, slot.onResponded);
    response.once('close', slot.onClosed);
    next();
  };
}

/**
 * Calls back when the handler has written the whole response, even if the client does not read it. The events of the
 * response do not report this for pipelined requests: they wait until earlier responses on the connection are read.
 */
function onEnd(response: Response, callback: () => void): void {
  const { end } = response;
  response.end = ((...given: Parameters<typeof end>) => {
    callback();
    return end.apply(response, given);
  }) as typeof end;
}

/** Releases the slot of a streamed response once its headers are sent: the rest costs little until the client reads it. */
export function releaseSlot(response: Response): void {
  slotOf(response)?.onResponded();
}

/** Releases the slot of a request until `work` ends, then takes a slot again even if none is free. */
export async function releaseSlotDuring(response: Response, work: Promise<void>): Promise<void> {
  const slot = slotOf(response);
  slot?.release();
  await work;
  slot?.acquire();
}

export function overloadedError(): VitaeError {
  return new VitaeError('UNAVAILABLE', 'overloaded', 'The service is overloaded. Try again shortly.', {
    retryAfter: 1,
  });
}

function slotOf(response: Response): Slot | undefined {
  return response.locals.slot as Slot | undefined;
}

function createSlot(pool: SlotPool, response: Response, readers: Readers): Slot {
  let held = false;
  const release = () => {
    if (!held) return;
    held = false;
    pool.used -= 1;
  };
  return {
    acquire: () => {
      // The slot of a response that is already closed would never be released.
      if (held || response.destroyed) return;
      held = true;
      pool.used += 1;
    },
    release,
    onResponded: () => {
      release();
      readers.add(response);
    },
    onClosed: () => {
      release();
      readers.remove(response);
    },
  };
}

type Readers = { add(response: Response): void; remove(response: Response): void };

/** Tracks complete responses that clients are still reading. Above `maxReaders`, closes the oldest. */
function createReaders(maxReaders: number): Readers {
  const reading = new Set<Response>();
  return {
    add: (response) => {
      if (response.destroyed) return;
      reading.add(response);
      if (reading.size <= maxReaders) return;
      const [oldest] = reading;
      oldest?.destroy();
    },
    remove: (response) => void reading.delete(response),
  };
}
