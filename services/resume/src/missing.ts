import { notFound, type VitaeError } from '@vitae/kit/errors';

// The same words whether it never was, is deleted or belongs to another company.
export const cvNotFound = (): VitaeError => notFound('cv_not_found', 'There is no such CV.');
export const userNotFound = (): VitaeError => notFound('user_not_found', 'There is no such user.');
export const tagNotFound = (): VitaeError => notFound('tag_not_found', 'There is no such tag.');
