import { type PublicDocument, type StoredUser, userRecordOf } from '../model.ts';

/** Returns the user as the API returns it. */
export function documentOfUser(user: StoredUser): PublicDocument {
  return { id: user.id, revision: user.revision, json: JSON.stringify(userRecordOf(user)) };
}
