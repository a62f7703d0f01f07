import { type ExportFailure, type ExportFailureReason, exportFailureReasons } from '@vitae/proto/export-job';

/** Why an export did not come to be: what a job's failedReason says. `cause` is for the operator alone. */
export class ExportError extends Error {
  readonly reason: ExportFailureReason;
  readonly retryable: boolean;

  constructor(reason: ExportFailureReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ExportError';
    this.reason = reason;
    this.retryable = exportFailureReasons[reason];
  }

  static from(thrown: unknown): ExportError {
    if (thrown instanceof ExportError) return thrown;
    return new ExportError('internal', 'The export failed on our side.', thrown);
  }

  toFailure(): ExportFailure {
    return { reason: this.reason, retryable: this.retryable, message: this.message };
  }
}

/** May pass for a new job, but for no further attempt of this one. */
export class NewJobRequiredError extends ExportError {}
