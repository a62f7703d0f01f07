import { conflict, notFound, VitaeError } from '@vitae/kit/errors';
import { invalidFields } from '@vitae/kit/validate';

// The errors do not tell whether an object was deleted, belongs to another company or never existed.
export const cvNotFound = (): VitaeError => notFound('cv_not_found', 'The CV does not exist.');
export const userNotFound = (): VitaeError => notFound('user_not_found', 'The user does not exist.');
export const tagNotFound = (): VitaeError => notFound('tag_not_found', 'The tag does not exist.');
export const pictureNotFound = (): VitaeError => notFound('picture_not_found', 'The picture does not exist.');
export const versionNotFound = (): VitaeError => notFound('version_not_found', 'The CV does not have this version.');
export const experienceNotFound = (): VitaeError =>
  notFound('experience_not_found', 'The CV does not have this experience.');

export const portfolioNotFound = (): VitaeError =>
  notFound('portfolio_not_found', 'The CV does not have this portfolio item.');

type Revisioned = 'CV' | 'user' | 'tag';

/** Checks the revision that a change is based on. 0 accepts any revision. */
export function requireRevision(revision: number, ifRevision: number, object: Revisioned): void {
  if (ifRevision === 0 || ifRevision === revision) return;
  throw new VitaeError('FAILED_PRECONDITION', 'revision_mismatch', `The ${object} was modified after you read it.`);
}

export function revisionConflict(object: Revisioned): VitaeError {
  return conflict('revision_conflict', `The ${object} was modified by another request.`);
}

/**
 * Checks the read-only fields that a request repeats, so that clients can send what they read.
 * @throws {VitaeError} INVALID_ARGUMENT that names the fields with another value
 */
export function rejectReadOnlyChanges<Fields extends object>(
  sent: { [Name in keyof Fields]?: unknown },
  stored: Fields,
): void {
  const different = (Object.keys(stored) as (keyof Fields & string)[]).filter(
    (field) => sent[field] !== undefined && sent[field] !== stored[field],
  );
  if (different.length === 0) return;
  throw invalidFields(different.map((field) => ({ field, message: 'is read-only. Omit it or send its stored value' })));
}
