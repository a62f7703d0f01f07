import { errorResponse } from '@vitae/kit/http/error-response';
import { sendResponse } from '@vitae/kit/http/response';
import { applyPendingHeaders } from '@vitae/kit/http/response-headers';
import type { RejectOverload } from '@vitae/kit/http/shed-load';
import { expectFrame } from './framed-problem.tsx';
import { sendErrorPage } from './page-errors.tsx';

/**
 * Sends browsers a page when the site is overloaded. It repeats short forms of CV owners: receiving the rest of a long one
 * would cost too much.
 */
export function rejectOverload(publicUrl: string): RejectOverload {
  return (error, request, response) => {
    // Scripts, and requests for styles and pictures, do not name HTML.
    if (!request.headers.accept?.includes('text/html')) return sendResponse(response, errorResponse(error, request));
    if (request.get('Sec-Fetch-Dest') === 'iframe') expectFrame(response);
    const isAccount = /^\/account(?:\/|$)/i.test(request.path);
    applyPendingHeaders(response);
    return sendErrorPage(error, request, response, isAccount ? publicUrl : undefined, false);
  };
}
