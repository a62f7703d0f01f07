import { isDay } from '@vitae/proto/cv-fields';

/** Code of the table `experienceContractType`. */
const INTERNSHIP = 3;

type Job = { start: string; end: string; contractType: number };
type Months = [from: number, until: number];

/**
 * The code of the table `seniority` for the completed years of work. Internships do not count and
 * overlapping periods count once. An ongoing job counts until the start of the current month, so
 * the value changes at most once a month.
 */
export function seniorityOf(experiences: readonly Job[], now: Date): number {
  const worked = merge(periods(experiences, now)).reduce((months, [from, until]) => months + until - from, 0);
  const years = Math.floor(worked / 12 + 1e-9);
  if (years <= 2) return 1;
  if (years <= 5) return 2;
  if (years <= 10) return 3;
  return 4;
}

/** When the seniority can next change without an edit; null when no job is ongoing. */
export function seniorityValidUntil(experiences: readonly Job[], now: Date): Date | null {
  const ongoing = experiences.some((job) => counts(job) && (job.end === '' || monthOf(job.end, 1) > monthStart(now)));
  return ongoing ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)) : null;
}

function counts(job: Job): boolean {
  return job.contractType !== INTERNSHIP && isDay(job.start) && (job.end === '' || isDay(job.end));
}

function periods(experiences: readonly Job[], now: Date): Months[] {
  const today = monthStart(now);
  return experiences
    .filter(counts)
    .map((job): Months => [monthOf(job.start, 0), job.end === '' ? today : Math.min(monthOf(job.end, 1), today)])
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

/** Months since year 0, with a fraction. `days` is 1 for an end date, because the last day of work counts. */
function monthOf(day: string, days: 0 | 1): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const inMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return year * 12 + (month - 1) + (date - 1 + days) / inMonth;
}

function monthStart(now: Date): number {
  return now.getUTCFullYear() * 12 + now.getUTCMonth();
}
