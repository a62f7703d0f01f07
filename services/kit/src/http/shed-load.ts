import type { RequestHandler, Response } from 'express';
import { VitaeError } from '../errors.ts';
import { errorAnswer, send } from './answer.ts';
import { targetOf } from './request-target.ts';

/** Paths that wait for a render or for its file: they cost nothing meanwhile, and are bounded by the queue. */
const WAITS_FOR_RENDER = [
  /^\/api\/v1\/cv\/[^/]+\/export\/[^/]+$/,
  /^\/api\/v1\/exports\/[^/]+\/file$/,
  /^\/c\/[^/]+\/export$/,
  /^\/(?:p\/[^/]+(?:\/[^/]+)?|c\/[^/]+)\/preview\.png$/,
];

/** Of such calls, for each other one. */
const WAITING_FACTOR = 4;
/** Of answers that are still being read, for each call: they cost memory and a socket. */
const READING_FACTOR = 16;

type Places = { taken: number; readonly most: number };
/** The place of one call among those under way. */
type Slot = { take(): void; release(): void; answered(): void; closed(): void };

/**
 * Refuses what would only wait: with more calls under way than can be answered soon, every further one would make all of
 * them late. A refusal is made before anything is looked at or counted, so that it costs next to nothing. A call is
 * under way from when its body is in until its answer is handed over: who sends or reads slowly keeps nobody else out.
 */
export function shedLoad(mostAtOnce: number): RequestHandler {
  const quick: Places = { taken: 0, most: mostAtOnce };
  const waiting: Places = { taken: 0, most: mostAtOnce * WAITING_FACTOR };
  const readers = createReaders(mostAtOnce * READING_FACTOR);
  return (request, response, next) => {
    const { path } = targetOf(request.originalUrl);
    const places = WAITS_FOR_RENDER.some((one) => one.test(path)) ? waiting : quick;
    if (places.taken >= places.most) {
      send(response, errorAnswer(overloaded(), request.headers.accept));
      return;
    }
    const slot = slotIn(places, response, readers);
    response.locals.slot = slot;
    slot.take();
    onEnd(response, slot.answered);
    response.once('close', slot.closed);
    next();
  };
}

/**
 * When the whole answer was given to the response, whether or not anybody reads it. Its events tell that only of the
 * answer whose turn it is: of pipelined requests those behind it would hold their places.
 */
function onEnd(response: Response, ended: () => void): void {
  const { end } = response;
  response.end = ((...given: Parameters<typeof end>) => {
    ended();
    return end.apply(response, given);
  }) as typeof end;
}

/** For an answer whose head is out: what is left of it costs next to nothing until somebody reads it. */
export function releaseSlot(response: Response): void {
  slotOf(response)?.answered();
}

/** Awaits what the caller still has to send. The call is let in and counted by then: it goes on, whoever came meanwhile. */
export async function withoutSlot(response: Response, work: Promise<void>): Promise<void> {
  const slot = slotOf(response);
  slot?.release();
  await work;
  slot?.take();
}

export function overloaded(): VitaeError {
  const message = 'More calls are under way than can be answered soon. Try again in a moment.';
  return new VitaeError('UNAVAILABLE', 'overloaded', message, { retryAfter: 1 });
}

function slotOf(response: Response): Slot | undefined {
  return response.locals.slot as Slot | undefined;
}

function slotIn(places: Places, response: Response, readers: Readers): Slot {
  let held = false;
  const release = () => {
    if (!held) return;
    held = false;
    places.taken -= 1;
  };
  return {
    take: () => {
      // Of one that is closed already nothing would give the place back.
      if (held || response.destroyed) return;
      held = true;
      places.taken += 1;
    },
    release,
    answered: () => {
      release();
      readers.add(response);
    },
    closed: () => {
      release();
      readers.remove(response);
    },
  };
}

type Readers = { add(response: Response): void; remove(response: Response): void };

/** Answers that are out and not read to their end. Of more than `most` the one that has been read for longest is cut. */
function createReaders(most: number): Readers {
  const reading = new Set<Response>();
  return {
    add: (response) => {
      if (response.destroyed) return;
      reading.add(response);
      if (reading.size <= most) return;
      const [longest] = reading;
      longest?.destroy();
    },
    remove: (response) => void reading.delete(response),
  };
}
