import { VitaeError } from '@vitae/kit/errors';
import type { RequestHandler, Response } from 'express';
import { errorAnswer, send } from './answer.ts';
import { targetOf } from './signed-target.ts';

/** Paths that wait for a render or for its file: they cost nothing meanwhile, and are bounded by the queue. */
const WAITS_FOR_RENDER = [
  /^\/api\/v1\/cv\/[^/]+\/export\/[^/]+$/,
  /^\/api\/v1\/exports\/[^/]+\/file$/,
  /^\/c\/[^/]+\/export$/,
  /^\/(?:p\/[^/]+(?:\/[^/]+)?|c\/[^/]+)\/preview\.png$/,
];

/** Of such calls, for each other one. */
const WAITING_FACTOR = 4;

type Places = { taken: number; readonly most: number };
/** The place of one call among those under way. */
type Slot = { take(): void; release(): void };

/**
 * Refuses what would only wait: with more calls under way than can be answered soon, every further one would make all of
 * them late. A refusal is made before anything is looked at or counted, so that it costs next to nothing. A call is
 * under way from when its body is in: who sends slowly keeps nobody else out.
 */
export function shedLoad(mostAtOnce: number): RequestHandler {
  const quick: Places = { taken: 0, most: mostAtOnce };
  const waiting: Places = { taken: 0, most: mostAtOnce * WAITING_FACTOR };
  return (request, response, next) => {
    const { path } = targetOf(request.originalUrl);
    const places = WAITS_FOR_RENDER.some((one) => one.test(path)) ? waiting : quick;
    if (places.taken >= places.most) {
      send(response, errorAnswer(overloaded(), request.headers.accept));
      return;
    }
    const slot = slotIn(places, response);
    response.locals.slot = slot;
    slot.take();
    response.once('close', slot.release);
    next();
  };
}

/** For an answer that stays open and costs next to nothing while it does. */
export function releaseSlot(response: Response): void {
  slotOf(response)?.release();
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

function slotIn(places: Places, response: Response): Slot {
  let held = false;
  return {
    take: () => {
      // Of one that is closed already nothing would give the place back.
      if (held || response.destroyed) return;
      held = true;
      places.taken += 1;
    },
    release: () => {
      if (!held) return;
      held = false;
      places.taken -= 1;
    },
  };
}
