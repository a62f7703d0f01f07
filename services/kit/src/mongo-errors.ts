const DUPLICATE_KEY = 11000;

/** Returns whether a write failed because it would duplicate a value of a unique index. */
export function isDuplicateKey(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === DUPLICATE_KEY;
}

/** Returns whether MongoDB attached a label such as `TransientTransactionError` to an error. */
export function hasErrorLabel(failure: unknown, label: string): boolean {
  return (
    failure instanceof Error &&
    'hasErrorLabel' in failure &&
    typeof failure.hasErrorLabel === 'function' &&
    Boolean(failure.hasErrorLabel(label))
  );
}
