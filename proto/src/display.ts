import { z } from 'zod';

export const displayVariants = ['web', 'mobile', 'print'] as const;
export const displayVariant = z.enum(displayVariants);
export type DisplayVariant = z.infer<typeof displayVariant>;

export const displayIds = ['classic', 'modern', 'compact', 'sidebar', 'academic', 'plain'] as const;
export type DisplayId = (typeof displayIds)[number];

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex color such as #1a2b3c');
/** Earlier releases stored any id. Unknown ones are shown as classic. */
const theme = { id: z.string().min(1).max(60), color };
const themeInput = { id: z.enum(displayIds, `must be one of ${displayIds.join(', ')}`), color };

export const webDisplay = z.strictObject(theme);
export const mobileDisplay = z.strictObject(theme);

/** The sections and fields that the print version shows. */
export const displayConfig = z.strictObject({
  id: z.int().positive(),
  experiences: z.boolean(),
  educations: z.boolean(),
  interests: z.boolean(),
  presentation: z.boolean(),
  skills: z.boolean(),
  url: z.boolean(),
  picture: z.boolean(),
  location: z.boolean(),
  drivingLicence: z.boolean(),
  maritalStatus: z.boolean(),
  address: z.boolean(),
  age: z.boolean(),
});

/** The owner's maximum number of pages of a printed CV. */
export const MAX_PAGES = 10;
export const maxPages = z.int().min(1).max(MAX_PAGES);

/** The languages (ISO 639-1) in which documents can have headings, dates and countries. */
export const documentLanguages = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hr'],
  ...['hu', 'it', 'ja', 'ko', 'nb', 'nl', 'pl', 'pt', 'ro', 'sv', 'tr', 'uk', 'zh'],
] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];
export const documentLanguage = z.enum(documentLanguages);

/** Every kind of section of a document, in no particular order. */
export const sectionKinds = [
  'presentation',
  'experiences',
  'educations',
  'skills',
  'languages',
  'projects',
  'volunteer',
  'certificates',
  'awards',
  'publications',
  'portfolios',
  'interests',
  'references',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** The owner's order of sections. Sections that it does not list follow in the order of the template. */
export const sectionOrder = z
  .array(z.enum(sectionKinds))
  .max(sectionKinds.length)
  .refine((order) => new Set(order).size === order.length, 'must not contain a section twice');

/** The initial configuration of a CV. The address of its web page is printed only if the owner chooses so. */
export const defaultDisplayConfig: z.infer<typeof displayConfig> = {
  id: 1,
  experiences: true,
  educations: true,
  interests: true,
  presentation: true,
  skills: true,
  url: false,
  picture: true,
  location: true,
  drivingLicence: true,
  maritalStatus: true,
  address: true,
  age: true,
};

export const printDisplay = z.strictObject({ ...theme, displayConfig });

/**
 * The design of a document, which its embedded JSON Resume has in `meta.vitae.display`, so that an import restores it. The
 * sections that the document does not show are not in it.
 */
export const embeddedDisplay = z.object({
  id: z.enum(displayIds),
  color,
  maxPages: maxPages.optional(),
  language: documentLanguage.optional(),
  sectionOrder: sectionOrder.optional(),
});
export type EmbeddedDisplay = z.infer<typeof embeddedDisplay>;

/** The display configuration of a CV for each variant. */
export const display = z.strictObject({ web: webDisplay, mobile: mobileDisplay, print: printDisplay });

/** The bodies of requests that replace a variant. */
export const displayInputs = {
  web: z.strictObject(themeInput),
  mobile: z.strictObject(themeInput),
  print: z.strictObject({ ...themeInput, displayConfig }),
} satisfies Record<DisplayVariant, z.ZodType>;

/** The response of `GET /api/v1/displays`. */
export const displayList = z.strictObject({
  displays: z.array(
    z.strictObject({
      id: z.enum(displayIds),
      description: z.string(),
      variants: z.array(displayVariant).describe('The variants of a CV that can use the display.'),
    }),
  ),
});

export type DisplayConfig = z.infer<typeof displayConfig>;
export type Display = z.infer<typeof display>;
