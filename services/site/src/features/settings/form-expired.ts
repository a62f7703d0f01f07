import { VitaeError } from '@vitae/kit/errors';

/** Returns the error for a form without a valid CSRF token of this session. */
export function formExpired(): VitaeError {
  return new VitaeError('PERMISSION_DENIED', 'form_expired', 'This form has expired.');
}
