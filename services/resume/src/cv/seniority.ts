import { isDay } from '@vitae/proto/cv-fields';

/** Code of the table `experienceContractType`. */
const INTERNSHIP = 3;

type Worked = { start: string; end: string; contractType: number };
type Months = [from: number, until: number];

/**
 * The code of the table `seniority` for completed years of work: internships left out,
 * overlapping periods counted once, an ongoing one until the month of `now` begins
 * (so that the value only changes with a month).
 */
export function seniorityOf(experiences: readonly Worked[], now: Date): number {
  const worked = merge(periods(experiences, now)).reduce((months, [from, until]) => months + until - from, 0);
  const years = Math.floor(worked / 12 + 1e-9);
  if (years <= 2) return 1;
  if (years <= 5) return 2;
  if (years <= 10) return 3;
  return 4;
}

/** The next moment at which the passing of time alone can change the seniority; null when nothing is running. */
export function seniorityHoldsUntil(experiences: readonly Worked[], now: Date): Date | null {
  const running = experiences.some((one) => counts(one) && (one.end === '' || monthOf(one.end, 1) > monthStart(now)));
  return running ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) : null;
}

function counts(one: Worked): boolean {
  return one.contractType !== INTERNSHIP && isDay(one.start) && (one.end === '' || isDay(one.end));
}

function periods(experiences: readonly Worked[], now: Date): Months[] {
  const today = monthStart(now);
  return experiences
    .filter(counts)
    .map((one): Months => [monthOf(one.start, 0), one.end === '' ? today : Math.min(monthOf(one.end, 1), today)])
    .filter(([from, until]) => until > from);
}

function merge(spans: Months[]): Months[] {
  const merged: Months[] = [];
  for (const [from, until] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else merged.push([from, until]);
  }
  return merged;
}

/** Months since year 0 with their fraction; `days` are added, so that the last day worked counts. */
function monthOf(day: string, days: 0 | 1): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const inMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return year * 12 + (month - 1) + (date - 1 + days) / inMonth;
}

function monthStart(now: Date): number {
  return now.getUTCFullYear() * 12 + now.getUTCMonth();
}
