import { SettingsError } from '@vitae/kit/settings';

/** Something that the person at the terminal can mend. The message is the whole of what they are told. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}

/** What the person at the terminal is told; of an error that nobody expected, all there is. */
export function messageFor(error: unknown): string {
  if (error instanceof SetupError || error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return `Unexpected: ${error}`;
  if ('code' in error && error.code === 'ENOSPC')
    return `The disk is full (${error.message}). Free some space, then start again.`;
  if ('code' in error && (error.code === 'EACCES' || error.code === 'EROFS')) {
    return `A file or folder may not be written (${error.message}). Correct its permissions, or name another folder: DATA_DIR=/path npm start`;
  }
  return `Unexpected: ${error.stack}`;
}
