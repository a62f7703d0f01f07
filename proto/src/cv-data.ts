import { z } from 'zod';
import { code, country, culture, day, nullableText, optionalText, state, text } from './cv-fields.ts';
import {
  contact,
  education,
  educationInput,
  experience,
  experienceInput,
  interest,
  link,
  linkInput,
  list,
  portfolio,
  portfolioInput,
  skill,
} from './cv-items.ts';

/** 1 or null as in the specification. Reads return false if it was never set. */
const driversLicence = z.union([z.literal(1), z.null(), z.literal(false)]).default(false);

const userInformation = z.strictObject({
  birthdate: day,
  maritalStatus: nullableText(60),
  country,
  city: nullableText(255),
  zipcode: nullableText(20),
  DriversLicence: driversLicence,
  /** Only if the country is USA. */
  state: state.optional(),
});

const presentation = z.strictObject({ title: nullableText(255), text: optionalText(20_000) });

const printable = z.strictObject({
  pdf: z.string().nullable(),
  odt: z.string().nullable(),
  doc: z.string().nullable(),
});

/**
 * A computed field. It is accepted in requests, so that clients can send back what they read. `id` and `userId` must be
 * those of the CV. The date and the addresses can change between a read and a write, for example when a request is
 * repeated: they must be values that the CV may have had. `completion` and `seniority` follow from the content and are
 * ignored.
 */
const computed = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

const shape = z.strictObject({
  id: computed(z.int().positive()),
  userId: computed(z.int().positive()),
  title: optionalText(255),
  url: computed(z.string()),
  culture: culture.optional(),
  completion: computed(z.number()),
  seniority: computed(z.int()),
  updatedAt: computed(z.string()),
  professionalStatus: code('professionalStatus'),
  availability: code('availability'),
  blog: z.strictObject({ rss: optionalText(2048) }).prefault({}),
  userInformation: userInformation.prefault({}),
  presentation: presentation.prefault({}),
  experiences: list('experience', experienceInput),
  educations: list('education', educationInput),
  portfolios: list('portfolio', portfolioInput),
  links: list('link', linkInput),
  contacts: list('contact', contact),
  skills: list('skill', skill),
  interests: list('interest', interest),
  printable: computed(printable),
  published: z.boolean().optional(),
  indexed: z.boolean().optional(),
  protected: z.boolean().optional(),
});

/**
 * The body of requests that create or replace a CV: the CV data of the specification. All fields are optional and
 * empty by default; unknown fields are rejected. `recipient`, `anonymized` and `main` are not part of reads, and keep
 * their values if omitted.
 */
export const cvInput = shape
  .extend({ recipient: text(255).optional(), anonymized: z.boolean().optional(), main: z.literal(true).optional() })
  .superRefine((cv, context) => {
    const rejectState = (
      place: { country: { isoCode: string } | null; state?: number | null | undefined },
      path: (string | number)[],
    ) => {
      if (place.state == null || place.country?.isoCode === 'USA') return;
      context.addIssue({ code: 'custom', path: [...path, 'state'], message: 'is allowed only if the country is USA' });
    };
    const rejectReversed = ({ start, end }: { start: string; end: string }, path: (string | number)[]) => {
      if (end === '' || start <= end) return;
      context.addIssue({ code: 'custom', path: [...path, 'end'], message: 'must not be before start' });
    };
    rejectState(cv.userInformation, ['userInformation']);
    for (const [index, one] of cv.experiences.experience.entries()) {
      rejectState(one, ['experiences', 'experience', index]);
      rejectReversed(one, ['experiences', 'experience', index]);
    }
    for (const [index, one] of cv.educations.education.entries())
      rejectReversed(one, ['educations', 'education', index]);
  });
export type CvInput = z.input<typeof cvInput>;
export type ParsedCv = z.output<typeof cvInput>;

/** A CV as returned by reads: the same fields in the same order, all present. */
export const cvData = shape.extend({
  id: z.int().positive(),
  userId: z.int().positive(),
  url: z.string(),
  culture,
  /** 0 to 1, with at most two decimals. */
  completion: z.number().min(0).max(1),
  /** A code in the table `seniority`. */
  seniority: z.int(),
  /** `Y-m-d\TH:i:s` */
  updatedAt: z.string(),
  experiences: list('experience', experience),
  educations: list('education', education),
  portfolios: list('portfolio', portfolio),
  links: list('link', link),
  printable,
  published: z.boolean(),
  indexed: z.boolean(),
  protected: z.boolean(),
});
export type CvData = z.output<typeof cvData>;

export type Experience = z.output<typeof experience>;
export type Education = z.output<typeof education>;
export type Link = z.output<typeof link>;
export type Contact = z.output<typeof contact>;
export type { Interest, Skill } from './cv-items.ts';
