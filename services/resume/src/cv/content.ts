import type { CvData, ParsedCv } from '@vitae/proto/cv-data';

/** The fields of the CV data that the owner writes. */
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
/** CV content whose new items have no id yet. */
export type CvDraft = Pick<ParsedCv, (typeof contentFields)[number]>;

/** The kinds of items in a CV that have ids. Each kind has its own sequence. */
export const itemKinds = ['experience', 'education', 'portfolio', 'link'] as const;
export type ItemKind = (typeof itemKinds)[number];

export function draftOf(cv: ParsedCv): CvDraft {
  return Object.fromEntries(contentFields.map((field) => [field, cv[field]])) as CvDraft;
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

/** The number of items of a kind that need an id. */
export function itemsWithoutId(draft: CvDraft, kind: ItemKind): number {
  return itemsOf(draft, kind).filter((item) => item.id === undefined).length;
}

/** Gives each new item the next id that was drawn for its kind. */
export function withIds(draft: CvDraft, drawn: Readonly<Record<ItemKind, readonly number[]>>): CvContent {
  const identified = <Item extends { id?: number | undefined }>(kind: ItemKind, items: readonly Item[]) => {
    const ids = [...drawn[kind]];
    return items.map((item) => {
      const id = item.id ?? ids.shift();
      if (id === undefined) throw new RangeError(`Not enough ids for new items of kind ${kind}`);
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

/** The draft with all items as new items. */
export function withoutIds(draft: CvDraft): CvDraft {
  const withoutId = <Item extends { id?: number | undefined }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, id: undefined }));
  return {
    ...draft,
    experiences: { experience: withoutId(draft.experiences.experience) },
    educations: { education: withoutId(draft.educations.education) },
    portfolios: { portfolio: withoutId(draft.portfolios.portfolio) },
    links: { link: withoutId(draft.links.link) },
  };
}
