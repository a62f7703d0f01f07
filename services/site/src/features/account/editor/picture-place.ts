import type { OwnerContext } from '../account-context.tsx';
import { editorPath, partPath } from './editor-pages.tsx';
import type { PicturePlace } from './own-pictures.ts';

export function kindOf({ experienceId, portfolioId }: PicturePlace): 'photo' | 'logo' | 'work' {
  if (portfolioId) return 'work';
  return experienceId ? 'logo' : 'photo';
}

/** Where the picture is, and the part of the editor that it belongs to. */
export function linksOf({ cvId, experienceId, portfolioId }: PicturePlace) {
  const cv = `/account/cvs/${cvId}`;
  const section = portfolioId ? 'portfolios' : experienceId ? 'experiences' : undefined;
  if (!section) return { section, picture: `${cv}/photo`, back: editorPath(cvId) };
  const item = portfolioId ?? experienceId ?? 0;
  const picture = `${cv}/${portfolioId ? 'works' : 'logos'}/${item}`;
  return { section, picture, back: partPath(cvId, { section, item }) } as const;
}

export function picturePath(place: PicturePlace): string {
  const kind = kindOf(place);
  return `${linksOf(place).back}/${kind === 'work' ? 'picture' : kind}`;
}

export function placeOf({ request: { params, path } }: OwnerContext): PicturePlace {
  const cvId = Number(params.id);
  if (params.item === undefined) return { cvId };
  const item = Number(params.item);
  return /\/(?:works|portfolios)\//i.test(path) ? { cvId, portfolioId: item } : { cvId, experienceId: item };
}
