import type { RequestHandler } from 'express';

/**
 * Combines middleware into one. Express compares the path of a request with each middleware of an application, which
 * costs more than most of them. `next('router')` leaves the chain, like a router.
 */
export function chain(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let index = 0;
    const proceed = (reason?: unknown): void => {
      const handler = handlers[index];
      index += 1;
      if (reason || !handler) {
        next(reason === 'router' ? undefined : reason);
        return;
      }
      try {
        const running: unknown = handler(request, response, proceed);
        if (running instanceof Promise) running.catch((error: unknown) => proceed(error ?? new Error('No reason')));
      } catch (error) {
        proceed(error);
      }
    };
    proceed();
  };
}
