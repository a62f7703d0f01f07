/** `Y-m-d\TH:i:s`, UTC */
export function dateTime(at: Date): string {
  return at.toISOString().slice(0, 19);
}

/** `YYYY-MM-DDThh:mm:ss+hhmm`, UTC */
export function zonedDateTime(at: Date): string {
  return `${dateTime(at)}+0000`;
}
