import type { CvContent } from '../cv/content.ts';
import { pictureNameOf } from './picture-path.ts';

type Item<Field extends string> = Partial<Record<Field, string | null>> & { id?: number | undefined };
/** The fields of a CV or of a version of it that name pictures. */
export type WithPictures = {
  photo?: string | null;
  content: { experiences: { experience: Item<'logo'>[] }; portfolios: { portfolio: Item<'path'>[] } };
};

/** The names of the pictures that a CV or a version of it has. */
export function picturesOf({ photo, content }: WithPictures): string[] {
  const logos = content.experiences.experience.map(({ logo = null }) => pictureNameOf(logo));
  const works = content.portfolios.portfolio.map(({ path = null }) => pictureNameOf(path));
  return [photo ?? undefined, ...logos, ...works].filter((name) => name !== undefined);
}

/** The picture of a portfolio item, the logo of an experience, or the photo if `experienceId` is 0. */
export type PicturePlace = { portfolioId: number } | { experienceId: number };

/** The name of the picture that a CV or a version of it has at a place, undefined if there is none. */
export function pictureAt({ photo, content }: WithPictures, place: PicturePlace): string | undefined {
  if ('portfolioId' in place) {
    const { path = null } = content.portfolios.portfolio.find(({ id }) => id === place.portfolioId) ?? {};
    return pictureNameOf(path);
  }
  if (place.experienceId === 0) return photo ?? undefined;
  const { logo = null } = content.experiences.experience.find(({ id }) => id === place.experienceId) ?? {};
  return pictureNameOf(logo);
}

/** Returns content without the logos and portfolio pictures that do not exist. */
export function withoutMissing(content: CvContent, existing: ReadonlySet<string>): CvContent {
  return withPaths(content, (path) => {
    const name = pictureNameOf(path);
    return name === undefined || existing.has(name) ? path : null;
  });
}

/** Returns content with other paths of logos and portfolio pictures. */
export function withPaths(content: CvContent, pathOf: (path: string | null) => string | null): CvContent {
  const experience = content.experiences.experience.map((item) => ({ ...item, logo: pathOf(item.logo) }));
  const portfolio = content.portfolios.portfolio.map((item) => ({ ...item, path: pathOf(item.path) ?? '' }));
  return { ...content, experiences: { experience }, portfolios: { portfolio } };
}
