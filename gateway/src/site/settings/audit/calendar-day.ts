const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The moment at which a day begins in a time zone, `days` later; undefined when the text is no day. */
export function startOfDay(text: string | undefined, timeZone: string, days = 0): Date | undefined {
  if (text === undefined || !DAY.test(text)) return undefined;
  const utc = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(utc)) return undefined;
  const wall = new Date(utc);
  wall.setUTCDate(wall.getUTCDate() + days);
  // Twice: the offset at midnight may differ from the one at the same moment of UTC.
  const guess = wall.getTime() - offsetAt(wall.getTime(), timeZone);
  return new Date(wall.getTime() - offsetAt(guess, timeZone));
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
