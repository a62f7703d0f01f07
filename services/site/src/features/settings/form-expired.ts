import { VitaeError } from '@vitae/kit/errors';

/** A form that does not come from a page of this session, or whose session has ended. */
export function formExpired(): VitaeError {
  return new VitaeError('PERMISSION_DENIED', 'form_expired', 'This form had expired.');
}
