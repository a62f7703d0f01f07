const DUPLICATE_KEY = 11000;

/** Whether a write failed because a unique index has the value already. */
export function isDuplicateKey(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === DUPLICATE_KEY;
}

/** Whether MongoDB put this label on an error, as `TransientTransactionError`. */
export function hasErrorLabel(failure: unknown, label: string): boolean {
  return (
    failure instanceof Error &&
    'hasErrorLabel' in failure &&
    typeof failure.hasErrorLabel === 'function' &&
    Boolean(failure.hasErrorLabel(label))
  );
}
