import { SettingsError } from '@vitae/kit/settings';

/** A problem that the user can solve. The message is shown without a stack trace. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/** Returns the message for the user; for unexpected errors, with the stack trace. */
export function messageFor(error: unknown): string {
  if (error instanceof SetupError || error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return `Unexpected: ${error}`;
  if ('code' in error && error.code === 'ENOSPC')
    return `The disk is full (${error.message}). Free some space, then start again.`;
  if ('code' in error && (error.code === 'EACCES' || error.code === 'EROFS')) {
    return `A file or folder is not writable (${error.message}). Correct its permissions, or use another folder: DATA_DIR=/path npm start`;
  }
  return `Unexpected: ${error.stack}`;
}
