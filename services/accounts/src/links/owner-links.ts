import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { notFound, VitaeError } from '@vitae/kit/errors';
import type { Transact } from '@vitae/kit/transaction';
import type { ResumeClient, UserRef } from '@vitae/proto/clients/resume-client';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import type { UserRecord } from '@vitae/proto/user-record';
import type { ClientSession } from 'mongoose';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { AuditLog, NewAuditEntry } from '../audit/audit-log.ts';
import type { CompanyStore } from '../companies/company-store.ts';
import type { InvitedOwner, Owner, OwnerCredentials } from '../credentials/owner-credentials.ts';
import type { Outbox } from '../mail/outbox.ts';
import { linkAddress, linkExpiry, type OneTimeLinks } from './one-time-links.ts';
import { addPasswordLink, type PasswordLink } from './password-links.ts';

/** The user whose link is created or withdrawn, and the actor for the audit log. */
export type LinkRequest = Pick<NewAuditEntry, 'actor' | 'from'> & { user: UserRef; caller: Caller };

export type SignInLink = { url: string; expiresAt: Date };

/** `url` is null if the server mails the link. Otherwise the caller must pass it on. */
export type SentLink = { mailed: boolean; url: string | null; expiresAt: Date };

/**
 * Links with which companies give their users access to the site. A link is created together with the credential of its
 * user, its mail and its entry in the audit log, or not at all.
 */
export type OwnerLinks = {
  /**
   * Creates a link with which the user chooses a first password. Replaces an earlier one.
   * @throws {VitaeError} NOT_FOUND user_not_found, ALREADY_EXISTS already_signed_up, UNAVAILABLE write_contention
   */
  invite(request: LinkRequest, locale: Locale): Promise<SentLink>;
  /** @throws {VitaeError} NOT_FOUND user_not_found or invitation_not_found */
  withdrawInvitation(request: LinkRequest): Promise<void>;
  /**
   * Creates a link with which a user who has a password chooses a new one. Replaces an earlier one, also one that the
   * user requested. A mail is in the language that the user chose, otherwise in `locale`.
   * @throws {VitaeError} NOT_FOUND user_not_found, ABORTED not_signed_up, UNAVAILABLE write_contention
   */
  resetPassword(request: LinkRequest, locale: Locale): Promise<SentLink>;
  /**
   * Creates a link that signs the user in and leads to `path`.
   * @throws {VitaeError} NOT_FOUND user_not_found, UNAVAILABLE write_contention
   */
  createSignInLink(request: LinkRequest, path: string): Promise<SignInLink>;
};

export type OwnerLinkDependencies = {
  credentials: Pick<OwnerCredentials, 'invite' | 'setNames' | 'remove' | 'removeWithoutPassword'>;
  links: Pick<OneTimeLinks, 'create' | 'withdrawOfOwner' | 'removeAllOfOwner'>;
  outbox: Pick<Outbox, 'add'>;
  audit: Pick<AuditLog, 'record'>;
  companies: Pick<CompanyStore, 'find'>;
  resume: Pick<ResumeClient, 'user'>;
  transact: Transact;
  siteUrl: string;
  /** Whether the site sends mail. If not, links to choose a password are returned to the caller. */
  sendsMail: boolean;
  clock: Clock;
};

export function createOwnerLinks(dependencies: OwnerLinkDependencies): OwnerLinks {
  const { links, siteUrl, clock } = dependencies;
  return {
    invite: (request, locale) =>
      sendPasswordLink(dependencies, request, locale, { purpose: 'ownerInvitation', action: 'ownerInvited' }),
    resetPassword: (request, locale) =>
      sendPasswordLink(dependencies, request, locale, { purpose: 'ownerReset', action: 'ownerResetLinkMade' }),
    withdrawInvitation: async (request) => {
      const { userId } = (await readOwner(dependencies.resume, request)).owner;
      await dependencies.transact(async (session) => {
        if (!(await links.withdrawOfOwner('ownerInvitation', userId, session)))
          throw notFound('invitation_not_found', `User ${userId} has no open invitation.`);
        // Otherwise the recipient could still reset the password.
        if (await dependencies.credentials.removeWithoutPassword(userId, session))
          await links.removeAllOfOwner(userId, session);
        await record(dependencies, request, 'ownerInvitationWithdrawn', userId, session);
      });
    },
    createSignInLink: async (request, path) => {
      const expiresAt = linkExpiry('ownerSignIn', clock);
      const { companyId } = request.caller;
      const url = await withCredential(
        dependencies,
        request,
        'ownerSignInLinkMade',
        async (owner, _stored, session) => {
          const { userId, email } = owner;
          const token = await links.create({ purpose: 'ownerSignIn', companyId, userId, email, path }, session);
          return linkAddress(siteUrl, 'ownerSignIn', token);
        },
      );
      return { url, expiresAt };
    },
  };
}

/** Creates a link to choose a password, and its mail if the site sends mail. */
async function sendPasswordLink(
  dependencies: OwnerLinkDependencies,
  request: LinkRequest,
  locale: Locale,
  { purpose, action }: Pick<PasswordLink, 'purpose'> & { action: AuditAction },
): Promise<SentLink> {
  const { companies, sendsMail, clock } = dependencies;
  const expiresAt = linkExpiry(purpose, clock);
  const company = sendsMail ? ((await companies.find(request.caller.companyId))?.name ?? '') : '';
  const url = await withCredential(dependencies, request, action, async (owner, stored, session) => {
    const isSignedUp = stored.passwordVersion !== '';
    if (isSignedUp && purpose === 'ownerInvitation') throw alreadySignedUp(owner.userId);
    if (!isSignedUp && purpose === 'ownerReset') throw notSignedUp(owner.userId);
    const mail = sendsMail ? { company, locale: parseLocale(stored.locale) ?? locale, expiresAt } : undefined;
    return addPasswordLink(dependencies, { purpose, owner }, mail, session);
  });
  return { mailed: sendsMail, url: sendsMail ? null : url, expiresAt };
}

/** Runs `work` in a transaction that also creates the credential of the user, if there is none, and the audit entry. */
async function withCredential<T>(
  dependencies: OwnerLinkDependencies,
  request: LinkRequest,
  action: AuditAction,
  work: (owner: InvitedOwner, stored: Owner, session: ClientSession) => Promise<T>,
): Promise<T> {
  const { credentials, links, resume } = dependencies;
  const { owner } = await readOwner(resume, request);
  const { userId } = owner;
  let result: T | undefined;
  await credentials.invite(owner, async (session, stored) => {
    result = await work(owner, stored, session);
    await record(dependencies, request, action, userId, session);
  });
  // A deletion of the user, or a change of the names, does not wait for the transaction and may have missed the credential.
  try {
    const user = { id: String(userId), byIdOrigin: false };
    const { owner: current, revision } = await readOwner(resume, { ...request, user });
    if (current.email !== owner.email || current.username !== owner.username)
      await credentials.setNames(userId, { ...current, revision });
  } catch (error) {
    if (VitaeError.from(error).code === 'NOT_FOUND') {
      await links.removeAllOfOwner(userId);
      await credentials.remove(userId);
    }
    throw error;
  }
  return result as T;
}

async function record(
  { audit }: OwnerLinkDependencies,
  { caller: { companyId }, actor, from }: LinkRequest,
  action: AuditAction,
  userId: number,
  session: ClientSession,
): Promise<void> {
  const target = { kind: 'user', id: String(userId), name: String(userId) } as const;
  await audit.record({ companyId, actor, action, target, from }, session);
}

async function readOwner(
  resume: Pick<ResumeClient, 'user'>,
  { user, caller }: Pick<LinkRequest, 'user' | 'caller'>,
): Promise<{ owner: InvitedOwner; revision: number }> {
  const { json, revision } = await resume.user(user, caller);
  const { id, username, email } = JSON.parse(json.toString('utf8')) as UserRecord;
  return { owner: { userId: id, companyId: caller.companyId, username, email }, revision };
}

function alreadySignedUp(userId: number): VitaeError {
  return new VitaeError(
    'ALREADY_EXISTS',
    'already_signed_up',
    `User ${userId} already has a password. If the user forgot it, create a link to reset it.`,
  );
}

function notSignedUp(userId: number): VitaeError {
  return new VitaeError('ABORTED', 'not_signed_up', `User ${userId} has no password yet. Invite the user instead.`);
}
