import { conflict, notFound, unavailable, VitaeError } from '@vitae/kit/errors';
import { type ExportFailure, exportFormats } from '../../export-job.ts';

/** What the client is told of an export that failed. */
export function exportError(failure: ExportFailure): VitaeError {
  switch (failure.reason) {
    case 'cv_not_found':
      return notFound('cv_not_found', 'There is no such CV.');
    case 'unsupported_format':
      return formatNotSupported();
    case 'source_unavailable':
    case 'store_unavailable':
    case 'renderer_unavailable':
      return unavailable('service_unavailable', 'Exports are not reachable. Try again shortly.');
    case 'cancelled':
      return conflict('export_cancelled', 'The export was cancelled while it was made.');
    case 'render_timeout':
      return new VitaeError('DEADLINE_EXCEEDED', 'export_timed_out', 'The export took too long.', { retryAfter: 5 });
    case 'invalid_payload':
    case 'source_invalid':
    case 'renderer_crashed':
    case 'render_too_slow':
    case 'worker_lost':
    case 'internal':
      return new VitaeError('INTERNAL', 'export_failed', 'The export failed.');
  }
}

export function formatNotSupported(): VitaeError {
  return notFound('format_not_supported', `Supported formats: ${exportFormats.join(', ')}.`);
}
