import { z } from 'zod';
import { cvData } from './cv-data.ts';
import { culture } from './cv-fields.ts';
import { printDisplay, webDisplay } from './display.ts';

const words = z.array(z.string());
const dated = { url: z.string(), startDate: z.string(), endDate: z.string(), summary: z.string(), highlights: words };

/**
 * The sections of JSON Resume that have no place in the CV data shape, cleaned for showing:
 * whatever was imported, every field is text ("" when it was not given).
 * Dates are as imported: `2014`, `2014-06` or `2014-06-01`, else "".
 */
export const resumeSections = z.strictObject({
  volunteer: z.array(z.strictObject({ organization: z.string(), position: z.string(), ...dated })),
  projects: z.array(
    z.strictObject({
      name: z.string(),
      entity: z.string(),
      type: z.string(),
      description: z.string(),
      roles: words,
      keywords: words,
      url: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      highlights: words,
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

/** A picture as it was drawn anew when it was uploaded: at most 800 pixels wide and high, a logo 400. */
const picture = z.strictObject({ contentType: z.enum(['image/jpeg', 'image/png', 'image/gif']), base64: z.string() });
export type SourcePicture = z.infer<typeof picture>;

/**
 * What one export is made from. When `anonymized`, name, contact, birthdate, photo and links
 * are already gone from everything below: a renderer cannot leak what it was not given.
 */
export const exportSource = z.strictObject({
  cv: cvData,
  culture,
  anonymized: z.boolean(),
  /** The name on the CV: as imported with it, else the owner's. "" when anonymized. */
  displayName: z.string(),
  owner: z.strictObject({
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    phone: z.string(),
    slug: z.string(),
  }),
  printDisplay,
  webDisplay,
  photo: picture.nullable(),
  /** By the `logo` of the experiences that show them; one that is not here has no picture. */
  logos: z.record(z.string(), picture),
  sections: resumeSections,
  /** The CV as a JSON Resume document: what was imported plus every edit since; the `json` export. */
  resume: z.record(z.string(), z.unknown()),
});
export type ExportSource = z.infer<typeof exportSource>;
