import type { CvData, ParsedCv } from '@vitae/proto/cv-data';

/** What a CV says: the fields of the CV data shape that its owner writes, in their order. */
export const contentFields = [
  'title',
  'professionalStatus',
  'availability',
  'blog',
  'userInformation',
  'presentation',
  'experiences',
  'educations',
  'portfolios',
  'links',
  'contacts',
  'skills',
  'interests',
] as const satisfies readonly (keyof CvData)[];

export type CvContent = Pick<CvData, (typeof contentFields)[number]>;
/** The same before its items were given ids. */
export type CvDraft = Pick<ParsedCv, (typeof contentFields)[number]>;

/** The kinds of things in a CV that have ids of their own, one sequence for each. */
export const itemKinds = ['experience', 'education', 'portfolio', 'link'] as const;
export type ItemKind = (typeof itemKinds)[number];

export function draftOf(cv: ParsedCv): CvDraft {
  const { title, professionalStatus, availability, blog, userInformation, presentation } = cv;
  const { experiences, educations, portfolios, links, contacts, skills, interests } = cv;
  return {
    title,
    professionalStatus,
    availability,
    blog,
    userInformation,
    presentation,
    experiences,
    educations,
    portfolios,
    links,
    contacts,
    skills,
    interests,
  };
}

export function itemsOf(content: CvDraft | CvContent, kind: ItemKind): { id?: number | undefined }[] {
  switch (kind) {
    case 'experience':
      return content.experiences.experience;
    case 'education':
      return content.educations.education;
    case 'portfolio':
      return content.portfolios.portfolio;
    case 'link':
      return content.links.link;
  }
}

/** How many items of a kind still need an id. */
export function itemsWithoutId(draft: CvDraft, kind: ItemKind): number {
  return itemsOf(draft, kind).filter((item) => item.id === undefined).length;
}

/** Gives each new item the next of the ids that were drawn for its kind. */
export function withIds(draft: CvDraft, drawn: Readonly<Record<ItemKind, readonly number[]>>): CvContent {
  const identified = <Item extends { id?: number | undefined }>(kind: ItemKind, items: readonly Item[]) => {
    const ids = [...drawn[kind]];
    return items.map((item) => {
      const id = item.id ?? ids.shift();
      if (id === undefined) throw new RangeError(`Fewer ids than new items of kind ${kind}`);
      return { ...item, id };
    });
  };
  return {
    ...draft,
    experiences: { experience: identified('experience', draft.experiences.experience) },
    educations: { education: identified('education', draft.educations.education) },
    portfolios: { portfolio: identified('portfolio', draft.portfolios.portfolio) },
    links: { link: identified('link', draft.links.link) },
  };
}

/** The draft as if none of its items had been stored before. */
export function withoutIds(draft: CvDraft): CvDraft {
  const anew = <Item extends { id?: number | undefined }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, id: undefined }));
  return {
    ...draft,
    experiences: { experience: anew(draft.experiences.experience) },
    educations: { education: anew(draft.educations.education) },
    portfolios: { portfolio: anew(draft.portfolios.portfolio) },
    links: { link: anew(draft.links.link) },
  };
}
