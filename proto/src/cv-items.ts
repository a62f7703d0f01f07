import { z } from 'zod';
import { code, country, day, itemId, nullableText, optionalText, state, text, webAddress } from './cv-fields.ts';

/** The maximum depth of skills and interests, including the first level. */
export const maxNesting = 5;
/** The maximum number of items in a list. */
export const maxItems = 500;

const newItem = { id: itemId.optional() };
const storedItem = { id: itemId };

export const experienceInput = z.strictObject({
  ...newItem,
  title: optionalText(255),
  company: optionalText(255),
  city: optionalText(255),
  start: day,
  /** "" if ongoing. */
  end: day,
  contractType: code('experienceContractType'),
  country,
  state: state.default(null),
  /** The path of an uploaded picture on the site. */
  logo: z
    .string()
    .max(255)
    .regex(/^\/(?!\/)[\w./-]+\.(?:jpe?g|png|gif)$/i, 'must be the path of an uploaded picture')
    .refine((path) => !path.includes('..'), 'must be the path of an uploaded picture')
    .nullable()
    .default(null),
  /** A description of the company. */
  description: nullableText(20_000),
  missions: list('mission', z.strictObject({ description: text(20_000) })),
});
export const experience = experienceInput.extend(storedItem);

export const educationInput = z.strictObject({
  ...newItem,
  school: optionalText(255),
  start: day,
  end: day,
  degree: optionalText(255),
  description: optionalText(20_000),
});
export const education = educationInput.extend(storedItem);

/** The content of a portfolio item: text, or a small tree whose meaning depends on the media type. */
const contentKey = z
  .string()
  .regex(/^(?!__proto__$|constructor$|prototype$)[\w-]{1,64}$/, 'must consist of letters, digits, _ and -');
const scalar = z.union([text(20_000), z.number(), z.boolean(), z.null()]);
export const portfolioContent = z.union(
  [scalar, z.array(scalar).max(100), z.record(contentKey, z.union([scalar, z.array(scalar).max(100)]))],
  'must be text, a number, a boolean, a list of these, or an object of these whose names consist of letters, digits, _ and -',
);

export const portfolioInput = z.strictObject({
  ...newItem,
  mediaType: optionalText(60),
  title: optionalText(255),
  description: optionalText(20_000),
  /** The date when the work was created. */
  createDate: day,
  content: portfolioContent.default(''),
  embed: optionalText(20_000),
  path: optionalText(255),
  url: webAddress
    .nullish()
    .transform((value) => (value ? value : null))
    .pipe(z.string().nullable()),
});
export const portfolio = portfolioInput.extend(storedItem);

/** Documented types: Twitter, LinkedIn, Viadeo, Google+, Delicious, Facebook, xing, plaxo and blog. Others are used as labels. */
export const linkInput = z.strictObject({ ...newItem, type: text(60).min(1), url: webAddress });
export const link = linkInput.extend(storedItem);

/** Documented types: form, skype, phone, mobile and msn. Reads also return public_email. */
export const contact = z.strictObject({ type: text(60).min(1), value: text(255) });

/** `level` is 0 to 100. */
export interface Skill {
  title: string;
  children: { skill: Skill[] };
  level: number | null;
  details: string | null;
}
export interface SkillInput {
  title: string;
  children?: { skill?: SkillInput[] | undefined } | undefined;
  level?: number | null | undefined;
  details?: string | null | undefined;
}

function skillSchema(levels: number): z.ZodType<Skill, SkillInput> {
  const deeper: z.ZodType<Skill, SkillInput> =
    levels > 1
      ? z.lazy(() => skillSchema(levels - 1))
      : z.never(`skills must not be nested more than ${maxNesting} levels deep`);
  return z.strictObject({
    title: text(255),
    children: list('skill', deeper),
    level: z.int().min(0).max(100).nullable().default(null),
    details: nullableText(20_000),
  });
}
export const skill = skillSchema(maxNesting);

export interface Interest {
  title: string;
  children: { interest: Interest[] } | null;
}
export interface InterestInput {
  title: string;
  children?: { interest?: InterestInput[] | undefined } | null | undefined;
}

function interestSchema(levels: number): z.ZodType<Interest, InterestInput> {
  const deeper: z.ZodType<Interest, InterestInput> =
    levels > 1
      ? z.lazy(() => interestSchema(levels - 1))
      : z.never(`interests must not be nested more than ${maxNesting} levels deep`);
  return z.strictObject({
    title: text(255),
    children: z
      .strictObject({ interest: z.array(deeper).max(maxItems).default([]) })
      .nullable()
      .default(null),
  });
}
export const interest = interestSchema(maxNesting);

/** A list in the form of the specification, `{experience: […]}`. Empty by default. */
export function list<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const items = z.array(item).max(maxItems);
  const shape = { [name]: items.default([]) } as Record<Name, z.ZodDefault<typeof items>>;
  return z.strictObject(shape).default({ [name]: [] } as never);
}
