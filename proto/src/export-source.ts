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
