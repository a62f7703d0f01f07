/** Something that the person at the terminal can mend. The message is the whole of what they are told. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}
