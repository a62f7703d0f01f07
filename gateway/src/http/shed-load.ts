import { VitaeError } from '@vitae/kit/errors';
import type { RequestHandler } from 'express';
import { errorAnswer, send } from './answer.ts';

/** Calls that wait for a render: they cost nothing meanwhile, and are bounded by the queue. */
const WAITS_FOR_RENDER = /\/(export|exports|p|c)\//;

/** Of such calls, for each other one. */
const WAITING_FACTOR = 4;

/**
 * Refuses what would only wait: with more calls under way than can be answered soon, every further one would make all of
 * them late. A refusal is made before anything is read or counted, so that it costs next to nothing.
 */
export function shedLoad(mostAtOnce: number): RequestHandler {
  let underWay = 0;
  let waiting = 0;
  return (request, response, next) => {
    const waits = WAITS_FOR_RENDER.test(request.originalUrl);
    if (waits ? waiting >= mostAtOnce * WAITING_FACTOR : underWay >= mostAtOnce) {
      send(response, errorAnswer(overloaded(), request.headers.accept));
      return;
    }
    if (waits) waiting += 1;
    else underWay += 1;
    response.once('close', () => {
      if (waits) waiting -= 1;
      else underWay -= 1;
    });
    next();
  };
}

function overloaded(): VitaeError {
  const message = 'More calls are under way than can be answered soon. Try again in a moment.';
  return new VitaeError('UNAVAILABLE', 'overloaded', message, { retryAfter: 1 });
}
