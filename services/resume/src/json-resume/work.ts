import type { Experience } from '@vitae/proto/cv-data';
import { maxItems } from '@vitae/proto/cv-items';
import { employerField } from '@vitae/proto/json-resume-items';
import type { CvDraft } from '../cv/content.ts';
import { readPeriod } from './day.ts';
import { assign, differs } from './merge-list.ts';
import { type Field, fieldAt, readObject, readText, readTexts, reportOtherFields } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';

type ExperienceDraft = CvDraft['experiences']['experience'][number];

const PARAGRAPH = '\n\n';

/** Reads an item of `work`. */
export function readWork(report: Report, field: Field): ExperienceDraft | undefined {
  const object = readObject(report, field);
  if (object === undefined) return undefined;
  const text = (key: string, max: number) => readText(report, fieldAt(field.path, object, key), max);
  const employer = employerField(object);
  const about = [text('description', 10_000), text('summary', 9_990)].filter(
    (part) => part !== undefined && part !== '',
  );
  const experience: ExperienceDraft = {
    id: undefined,
    title: text('position', 255) ?? '',
    company: text(employer, 255) ?? '',
    city: text('location', 255) ?? '',
    ...readPeriod(report, field.path, object),
    contractType: 0,
    country: null,
    state: null,
    logo: null,
    description: about.length === 0 ? null : about.join(PARAGRAPH),
    missions: {
      mission: readTexts(report, fieldAt(field.path, object, 'highlights'), maxItems, 20_000).map((description) => ({
        description,
      })),
    },
  };
  reportOtherFields(report, field.path, object, [
    'position',
    employer,
    'location',
    'startDate',
    'endDate',
    'description',
    'summary',
    'highlights',
  ]);
  return experience;
}

/** Writes the fields that were edited since the import. */
export function writeWork(current: Experience, base: Experience | undefined, original: JsonObject): JsonObject {
  const out = { ...original };
  const edited = (field: keyof Experience) => differs(current[field], base?.[field]);
  if (edited('company')) assign(out, employerField(out), current.company);
  if (edited('title')) assign(out, 'position', current.title);
  if (edited('city')) assign(out, 'location', current.city);
  if (edited('start')) assign(out, 'startDate', current.start);
  if (edited('end')) assign(out, 'endDate', current.end);
  if (edited('description')) writeDescription(out, current.description ?? '');
  if (edited('missions'))
    assign(
      out,
      'highlights',
      current.missions.mission.map((mission) => mission.description),
    );
  return out;
}

/** The CV has one description. JSON Resume has two: `description` of the company and `summary` of the work. */
function writeDescription(out: JsonObject, text: string): void {
  const company = typeof out.description === 'string' ? `${out.description}${PARAGRAPH}` : undefined;
  if (company !== undefined && text.startsWith(company)) assign(out, 'summary', text.slice(company.length));
  else if (Object.hasOwn(out, 'summary') && !Object.hasOwn(out, 'description')) assign(out, 'summary', text);
  else {
    assign(out, 'description', text);
    assign(out, 'summary', '');
  }
}
