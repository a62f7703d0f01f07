import { VitaeError } from '@vitae/kit/errors';
import type { ResumeStore, UniqueUserFields } from '../store.ts';

/** @throws {VitaeError} ALREADY_EXISTS when another user has one of the values. The error names the field, not the user. */
export async function requireUnique(store: ResumeStore, fields: UniqueUserFields): Promise<void> {
  const taken = await store.users.findTaken(fields);
  if (taken !== undefined) throw alreadyTaken(taken);
}

const TAKEN = {
  username: { reason: 'username_taken', field: 'username', message: 'Another user of the company has this username.' },
  email: { reason: 'email_taken', field: 'email', message: 'Another user of the company has this email address.' },
  idOrigin: {
    reason: 'id_origin_taken',
    field: 'id_origin',
    message: 'Another user of the company has this id_origin.',
  },
};

function alreadyTaken(value: keyof typeof TAKEN): VitaeError {
  const { reason, field, message } = TAKEN[value];
  return new VitaeError('ALREADY_EXISTS', reason, message, { details: [{ field, message: 'is already taken' }] });
}
