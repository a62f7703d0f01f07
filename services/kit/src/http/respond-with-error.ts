import type { Request, Response } from 'express';
import { httpStatus, VitaeError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { errorResponse } from './error-response.ts';
import { recordFacts } from './log-requests.ts';
import { requestIdOf } from './request-id.ts';
import { type BufferedResponse, sendResponse } from './response.ts';

/** `convert` changes the format of the response. */
export type ErrorResponder = (
  thrown: unknown,
  request: Request,
  response: Response,
  convert?: ((response: BufferedResponse) => BufferedResponse) | undefined,
) => void;

/**
 * Sends any thrown value as an error response and logs server errors with their cause.
 * `statusOf` returns the HTTP status of an error reason if the reason has one of its own.
 */
export function createErrorResponder(log: Logger, statusOf: (reason: string) => number | undefined): ErrorResponder {
  return (thrown, request, response, convert = (unchanged) => unchanged) => {
    const error = VitaeError.from(thrown);
    recordFacts(response, { outcome: error.reason });
    const status = error.status ?? statusOf(error.reason) ?? httpStatus(error);
    if (status >= 500)
      log.error({ err: error, requestId: requestIdOf(response), method: request.method, status }, 'Request failed');
    if (response.headersSent) response.destroy();
    else sendResponse(response, convert(errorResponse(error, request, status)));
  };
}
