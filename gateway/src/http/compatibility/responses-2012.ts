import type { Tag } from '@vitae/proto/tag';
import { jsonObject } from '../list-response.ts';

/** Converts the JSON of a successful response. */
export type Conversion = (body: Buffer) => Buffer;

/** The routes whose JSON differs in the profile. Others respond as usual. */
export const conversions2012: Readonly<Record<string, Conversion>> = {
  'cv.read': underResume,
  'own.cv.read': underResume,
  'users.list': withItems,
  'users.search': asItems,
  'tags.users': asItems,
  'tags.list': withTags((tags) => (tags as Tag[]).map(tagOf)),
  'users.tags.list': withTags((tags) => (tags as Tag[]).map(tagOf)),
  'tags.read': withTags((tag) => tagOf(tag as Tag)),
  'tags.create': withTags((tag) => tagOf(tag as Tag)),
  'tags.update': withTags((tag) => tagOf(tag as Tag)),
  'user.read': withPremium,
  'own.user': withPremium,
};

// Not parsed, because CVs may be large.
function underResume(cv: Buffer): Buffer {
  return jsonObject({ resume: cv });
}

function asItems(users: Buffer): Buffer {
  return jsonObject({ users: jsonObject({ items: users }) });
}

function withItems(body: Buffer): Buffer {
  const { users, ...others } = parsed<{ users: unknown[] }>(body);
  return serialized({ users: { items: users }, ...others });
}

function withTags(convert: (value: unknown) => unknown): Conversion {
  return (body) => serialized(convert(parsed(body)));
}

function tagOf({ translations, ...tag }: Tag) {
  const entries = Object.entries(translations);
  return { ...tag, translations: entries.map(([locale, content]) => ({ locale, field: 'title', content })) };
}

/** Only premium users had several CVs: clients read a list of CVs if `premium` is set, and a single one otherwise. */
function withPremium(body: Buffer): Buffer {
  const { user } = parsed<{ user: { premium: boolean; resumes: { resume: unknown[] } } }>(body);
  return serialized({ user: { ...user, premium: user.resumes.resume.length > 1 } });
}

function parsed<T>(body: Buffer): T {
  return JSON.parse(body.toString('utf8')) as T;
}

function serialized(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
