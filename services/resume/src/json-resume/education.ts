import type { Education } from '@vitae/proto/cv-data';
import { maxItems } from '@vitae/proto/cv-items';
import type { CvDraft } from '../cv/content.ts';
import { readPeriod } from './day.ts';
import { assign, differs } from './merge-list.ts';
import { type Field, fieldAt, readObject, readText, readTexts, reportOtherFields } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';

type EducationDraft = CvDraft['educations']['education'][number];

/** Reads an item of `education`. The degree combines type and area; the description has a line for the score and each course. */
export function readEducation(report: Report, field: Field): EducationDraft | undefined {
  const object = readObject(report, field);
  if (object === undefined) return undefined;
  const text = (key: string, max: number) => readText(report, fieldAt(field.path, object, key), max);
  const degree = [text('studyType', 120), text('area', 120)].filter((part) => part);
  const courses = readTexts(report, fieldAt(field.path, object, 'courses'), maxItems, 255)
    .join('\n')
    .slice(0, 19_000);
  const education: EducationDraft = {
    id: undefined,
    school: text('institution', 255) ?? '',
    ...readPeriod(report, field.path, object),
    degree: degree.join(', '),
    description: [text('score', 255), courses].filter((part) => part).join('\n'),
  };
  reportOtherFields(report, field.path, object, [
    'studyType',
    'area',
    'institution',
    'startDate',
    'endDate',
    'score',
    'courses',
  ]);
  return education;
}

export function writeEducation(current: Education, base: Education | undefined, original: JsonObject): JsonObject {
  const out = { ...original };
  const edited = (field: keyof Education) => differs(current[field], base?.[field]);
  if (edited('school')) assign(out, 'institution', current.school);
  if (edited('degree')) {
    assign(out, 'studyType', current.degree);
    assign(out, 'area', '');
  }
  if (edited('start')) assign(out, 'startDate', current.start);
  if (edited('end')) assign(out, 'endDate', current.end);
  if (edited('description')) {
    const lines = current.description.split('\n').filter((line) => line.trim() !== '');
    const scored = out.score !== undefined && lines[0] === String(out.score);
    if (!scored) assign(out, 'score', '');
    assign(out, 'courses', scored ? lines.slice(1) : lines);
  }
  return out;
}
