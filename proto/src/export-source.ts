import { z } from 'zod';
import { cvData } from './cv-data.ts';
import { culture } from './cv-fields.ts';
import { documentLanguage, maxPages, printDisplay, sectionOrder, webDisplay } from './display.ts';

const strings = z.array(z.string());
const dated = { url: z.string(), startDate: z.string(), endDate: z.string(), summary: z.string(), highlights: strings };

/**
 * The sections of JSON Resume that CV data does not have, sanitized for display: every field is text ("" if not given).
 * Dates are `2014`, `2014-06`, `2014-06-01` as imported, or "".
 */
export const resumeSections = z.strictObject({
  volunteer: z.array(z.strictObject({ organization: z.string(), position: z.string(), ...dated })),
  projects: z.array(
    z.strictObject({
      name: z.string(),
      entity: z.string(),
      type: z.string(),
      description: z.string(),
      roles: strings,
      keywords: strings,
      url: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      highlights: strings,
    }),
  ),
  awards: z.array(z.strictObject({ title: z.string(), date: z.string(), awarder: z.string(), summary: z.string() })),
  certificates: z.array(z.strictObject({ name: z.string(), date: z.string(), issuer: z.string(), url: z.string() })),
  publications: z.array(
    z.strictObject({
      name: z.string(),
      publisher: z.string(),
      releaseDate: z.string(),
      url: z.string(),
      summary: z.string(),
    }),
  ),
  languages: z.array(z.strictObject({ language: z.string(), fluency: z.string() })),
  references: z.array(z.strictObject({ name: z.string(), reference: z.string() })),
});
export type ResumeSections = z.infer<typeof resumeSections>;

/** The maximum number of entries in each of the sections, and of texts in an entry. Imports ignore further ones. */
export const maxSectionItems = 200;
const MAX_TEXT = 20_000;
const PARTIAL_DATE = /^(?:\d{4}(?:-\d\d(?:-\d\d)?)?)?$/;

/** The sections as they are stored. Accepts everything that imports make of a document. */
export const resumeSectionsInput = resumeSections.superRefine((sections, context) => {
  for (const [section, entries] of Object.entries(sections)) {
    if (entries.length > maxSectionItems)
      context.addIssue({ code: 'custom', path: [section], message: `must have at most ${maxSectionItems} entries` });
    for (const [index, entry] of entries.entries())
      for (const [field, value] of Object.entries(entry)) {
        const message = problemOf(field, value);
        if (message) context.addIssue({ code: 'custom', path: [section, index, field], message });
      }
  }
});

function problemOf(field: string, value: string | string[]): string | undefined {
  const texts = typeof value === 'string' ? [value] : value;
  if (texts.length > maxSectionItems) return `must have at most ${maxSectionItems} texts`;
  if (texts.some((text) => text.length > MAX_TEXT)) return `must have at most ${MAX_TEXT} characters`;
  return /date$/i.test(field) && !texts.every((text) => PARTIAL_DATE.test(text)) ? 'is not a date' : undefined;
}

/** A picture, re-encoded at upload: at most 800 × 800 pixels, or 400 × 400 for a logo. */
const picture = z.strictObject({ contentType: z.enum(['image/jpeg', 'image/png', 'image/gif']), base64: z.string() });
export type SourcePicture = z.infer<typeof picture>;

const linkPreview = z.strictObject({ name: z.boolean(), photo: z.boolean() });
export type LinkPreviewChoice = z.infer<typeof linkPreview>;

/**
 * Everything an export is rendered from. If `anonymized` is set, name, contact data, birthdate, photo and links are already
 * removed, so that a renderer cannot leak them.
 */
export const exportSource = z.strictObject({
  cv: cvData,
  culture,
  anonymized: z.boolean(),
  /** The imported name, or else the owner's name. "" if anonymized. */
  displayName: z.string(),
  owner: z.strictObject({
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    phone: z.string(),
    slug: z.string(),
  }),
  printDisplay,
  /** The owner's maximum number of pages. Missing without a maximum, because earlier workers do not know the field. */
  maxPages: maxPages.optional(),
  /** The language that the owner chose. Missing if it is detected, because earlier workers do not know the field. */
  language: documentLanguage.optional(),
  /** The owner's order of sections. Missing for that of the template, because earlier workers do not know the field. */
  sectionOrder: sectionOrder.optional(),
  webDisplay,
  /** Whether link previews show name and photo. Missing if they show both, because earlier workers do not know the field. */
  linkPreview: linkPreview.optional(),
  photo: picture.nullable(),
  /** Pictures by the `logo` of an experience. A logo that is missing here is not shown. */
  logos: z.record(z.string(), picture),
  sections: resumeSections,
  /** The CV as JSON Resume: the imported document with all later edits. This is the `json` export. */
  resume: z.record(z.string(), z.unknown()),
});
export type ExportSource = z.infer<typeof exportSource>;
