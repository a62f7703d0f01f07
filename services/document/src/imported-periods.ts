import type { ResumeItem } from '@vitae/proto/json-resume-items';

type Period = { start: string; end: string };

/**
 * Returns the periods of jobs or degrees with the precision of the import: CV data has whole days only, so "2007" was read
 * as 2007-01-01, or 2007-12-31 at the end. `imported` has the items in the order of the CV, with all dates that the owner
 * has edited since.
 */
export function importedPeriods(current: readonly Period[], imported: readonly ResumeItem[]): Period[] {
  return current.map(({ start, end }, index) => ({
    start: yearOr(start, imported[index]?.startDate, '01-01'),
    end: yearOr(end, imported[index]?.endDate, '12-31'),
  }));
}

/** Returns the imported year if the day is its first or last one, or else the day. */
function yearOr(day: string, imported: unknown, edge: '01-01' | '12-31'): string {
  const year = String(imported).trim();
  return /^\d{4}$/.test(year) && day === `${year}-${edge}` ? year : day;
}
