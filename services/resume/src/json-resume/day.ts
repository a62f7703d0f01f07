import { isDay } from '@vitae/proto/cv-fields';
import { type Field, fieldAt } from './read-value.ts';
import { createReport, type JsonObject, type Report } from './report.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ONGOING = /^(present|current|now|today|ongoing|aujourd.hui|actuel|heute|oggi|actualidad|-+)$/i;

/** Reads `startDate` and `endDate` of an item. If the end is before the start, neither date is imported. */
export function readPeriod(report: Report, path: string, object: JsonObject): { start: string; end: string } {
  const [startDate, endDate] = [fieldAt(path, object, 'startDate'), fieldAt(path, object, 'endDate')];
  const read = (to: Report) => ({ start: readDay(to, startDate, 'start'), end: readDay(to, endDate, 'end') });
  const { start, end } = read(createReport());
  if (end === '' || start <= end) return read(report);
  report.kept(startDate.path, 'after the end date');
  report.kept(endDate.path, 'before the start date');
  return { start: '', end: '' };
}

/**
 * Reads a date. JSON Resume allows dates without a day or a month: a start date then begins with
 * the first day and an end date ends with the last one. Returns "" if there is no valid date.
 */
export function readDay(report: Report, { path, value }: Field, edge: 'start' | 'end'): string {
  if (value === undefined) return '';
  if (value === null || value === '') {
    report.imported(path);
    return '';
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (edge === 'end' && ONGOING.test(text)) {
    report.repaired(path, 'interpreted as ongoing');
    return '';
  }
  const day = dayOf(text, edge);
  if (day === undefined) {
    report.kept(path, 'not a valid date');
    return '';
  }
  if (day === value) report.imported(path);
  else report.repaired(path, `interpreted as ${day}`);
  return day;
}

function dayOf(text: string, edge: 'start' | 'end'): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const [year, month, date] = parts;
  const wholeMonth = month ?? (edge === 'start' ? 1 : 12);
  if (wholeMonth < 1 || wholeMonth > 12) return undefined;
  const lastDay = new Date(Date.UTC(2000 + (year % 400), wholeMonth, 0)).getUTCDate();
  const wholeDate = date ?? (edge === 'start' ? 1 : lastDay);
  const day = `${String(year).padStart(4, '0')}-${String(wholeMonth).padStart(2, '0')}-${String(wholeDate).padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

type Parts = [year: number, month?: number, date?: number];

function partsOf(text: string): Parts | undefined {
  const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[T ].*)?)?)?$/.exec(text);
  if (iso) return present([iso[1], iso[2], iso[3]]);
  const monthFirst = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  if (monthFirst) return present([monthFirst[2], monthFirst[1]]);
  const named = /^([a-z]{3})[a-z]*\.?,? (\d{4})$/i.exec(text);
  const month = MONTHS.indexOf(named?.[1]?.toLowerCase() ?? '') + 1;
  return named && month > 0 ? [Number(named[2]), month] : undefined;
}

function present([year, month, date]: (string | undefined)[]): Parts {
  if (date !== undefined) return [Number(year), Number(month), Number(date)];
  return month === undefined ? [Number(year)] : [Number(year), Number(month)];
}
