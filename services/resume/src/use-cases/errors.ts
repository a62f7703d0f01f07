import { notFound, type VitaeError } from '@vitae/kit/errors';

// The same words whether it never was, is deleted or belongs to another company.
export const cvNotFound = (): VitaeError => notFound('cv_not_found', 'There is no such CV.');
export const userNotFound = (): VitaeError => notFound('user_not_found', 'There is no such user.');
export const pictureNotFound = (): VitaeError => notFound('picture_not_found', 'There is no such picture.');
export const experienceNotFound = (): VitaeError => notFound('experience_not_found', 'The CV has no such experience.');
export const tagNotFound = (): VitaeError => notFound('tag_not_found', 'There is no such tag.');
