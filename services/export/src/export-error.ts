import type { GrantRejection } from '@vitae/proto/export-grant';
import { type ExportFailure, type ExportFailureReason, exportFailureReasons } from '@vitae/proto/export-job';

/** The failure of an export. Its reason and message become the job's failedReason; only the log shows the `cause`. */
export class ExportError extends Error {
  readonly reason: ExportFailureReason;
  /** Whether a new job may succeed. `toJobError` decides whether BullMQ retries this one. */
  readonly retryable: boolean;

  constructor(reason: ExportFailureReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ExportError';
    this.reason = reason;
    this.retryable = exportFailureReasons[reason];
  }

  static from(thrown: unknown): ExportError {
    if (thrown instanceof ExportError) return thrown;
    return new ExportError('internal', 'An internal error occurred.', thrown);
  }

  toFailure(): ExportFailure {
    return { reason: this.reason, retryable: this.retryable, message: this.message };
  }
}

export const exportCancelled = () => new ExportError('cancelled', 'The export was cancelled.');

/** Fails the job without another attempt, although a new job may succeed. */
export class NewJobRequiredError extends ExportError {}

/** A job without a valid grant is not retried. */
export function rejectedGrant({ reason, message }: GrantRejection): ExportError {
  return new NewJobRequiredError(reason, message);
}
