import type { LoginNames, LoginUser } from '@vitae/accounts/credentials/login-names';
import type { Caller } from '@vitae/kit/caller';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserPatch, UserRecord } from '@vitae/proto/user-record';

export type PersonalDetails = Pick<UserRecord, 'firstname' | 'lastname' | 'phone'>;

/** The user record of an owner. */
export type Profile = PersonalDetails & Pick<UserRecord, 'username' | 'email'> & { revision: number };

/** Reads and changes the user record of an owner. Every method throws NOT_FOUND user_not_found for a deleted user. */
export type OwnProfile = {
  read(owner: LoginUser, requestId: string): Promise<Profile>;
  /** @throws {VitaeError} FAILED_PRECONDITION or ABORTED if the record no longer has this revision */
  setDetails(owner: LoginUser, details: PersonalDetails, revision: number, requestId: string): Promise<void>;
  /** @throws {VitaeError} ALREADY_EXISTS username_taken */
  setUsername(owner: LoginUser, username: string, requestId: string): Promise<void>;
  /** @throws {VitaeError} ALREADY_EXISTS email_taken */
  setEmail(owner: LoginUser, email: string, requestId: string): Promise<void>;
};

export function createOwnProfile(
  { call, user }: Pick<ResumeClient, 'call' | 'user'>,
  { updateWithLogin }: Pick<LoginNames, 'updateWithLogin'>,
): OwnProfile {
  const update = (owner: LoginUser, patch: UserPatch, ifRevision: number, requestId: string) =>
    call.UpdateUser(
      { user: refOf(owner), patch: Buffer.from(JSON.stringify(patch)), ifRevision },
      { caller: callerOf(owner, requestId) },
    );
  return {
    read: async (owner, requestId) => {
      const { json, revision } = await user(refOf(owner), callerOf(owner, requestId));
      const { username, email, firstname, lastname, phone } = JSON.parse(json.toString('utf8')) as UserRecord;
      return { username, email, firstname, lastname, phone, revision };
    },
    setDetails: async (owner, details, revision, requestId) => {
      await update(owner, details, revision, requestId);
    },
    setUsername: async (owner, username, requestId) => {
      await updateWithLogin(owner, () =>
        call.ChangeUsername({ user: refOf(owner), username }, { caller: callerOf(owner, requestId) }),
      );
    },
    setEmail: async (owner, email, requestId) => {
      await updateWithLogin(owner, () => update(owner, { email }, 0, requestId));
    },
  };
}

/** The owner as the user that a request concerns. */
export const refOf = ({ userId }: Pick<LoginUser, 'userId'>) => ({ id: String(userId), byIdOrigin: false });

/** An owner as the caller of a service, who can access only the owner's own data. */
export function callerOf({ companyId, userId }: LoginUser, requestId: string): Caller {
  return { companyId, userId, applicationId: 0, requestId };
}
