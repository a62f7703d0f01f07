import { conflict, notFound, unavailable, VitaeError } from '@vitae/kit/errors';
import { type ExportFailure, exportFormats } from '../../export-job.ts';

/** Converts the failure of an export job to the error that the client receives. */
export function exportError(failure: ExportFailure): VitaeError {
  switch (failure.reason) {
    case 'cv_not_found':
      return notFound('cv_not_found', 'The CV does not exist.');
    case 'unsupported_format':
      return formatNotSupported();
    case 'source_unavailable':
    case 'store_unavailable':
    case 'renderer_unavailable':
      return unavailable('service_unavailable', 'Exports are temporarily unavailable. Try again shortly.');
    case 'grant_expired':
      return unavailable('service_unavailable', 'The export waited too long. Try again.');
    case 'cancelled':
      return conflict('export_cancelled', 'The export was cancelled before it finished.');
    case 'render_timeout':
      return new VitaeError('DEADLINE_EXCEEDED', 'export_timed_out', 'The export timed out.', { retryAfter: 5 });
    case 'invalid_payload':
    case 'grant_invalid':
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
