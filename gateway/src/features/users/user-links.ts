import type { KeyStore } from '@vitae/accounts/keys/key-store';
import type { LinkRequest, OwnerLinks } from '@vitae/accounts/links/owner-links';
import { sitePath } from '@vitae/accounts/links/site-path';
import { VitaeError } from '@vitae/kit/errors';
import { jsonResponse, noContent } from '@vitae/kit/http/response';
import type { UserRef } from '@vitae/proto/clients/resume-client';
import { type Locale, locales } from '@vitae/proto/locale';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { userPath, userQuery, userRefOf } from './user-address.ts';

export type UserLinkDependencies = { ownerLinks: OwnerLinks; keys: Pick<KeyStore, 'findOfCompany'> };

export const mailLocale = z
  .enum(locales)
  .optional()
  .describe('The language of the email, unless the user has chosen one. Default: `en`.');

const expiresAt = z.iso.datetime().describe('When the link expires. It works once.');

const sentLink = {
  mailed: z.boolean().describe('Whether the user receives the link by email.'),
  url: z
    .string()
    .nullable()
    .describe('The link, if the server does not send email: pass it on privately. It cannot be retrieved again.'),
  expiresAt,
};
export const invitation = z.strictObject(sentLink);
export const passwordReset = z.strictObject(sentLink);

const mailBody = { schema: z.strictObject({ locale: mailLocale }), optional: true } as const;

const signInLink = z.strictObject({
  url: z
    .string()
    .describe(
      'The link. It opens a page on which the user confirms the sign-in. Anyone who has the link can do so: redirect only the user to it.',
    ),
  expiresAt,
});

export const createInvitation = defineOperation({
  group: 'Users',
  summary: 'Invite a user',
  description:
    'Creates a link with which a user chooses a password, to sign in and to authorize applications. It works once, for seven days, and replaces an earlier one. The server mails it to the user; a server that sends no email returns it instead.',
  path: userPath,
  query: userQuery,
  body: mailBody,
  responses: { 201: { description: 'The new invitation', schema: invitation } },
  errors: ['hmac_key_required', 'user_not_found', 'already_signed_up', 'write_contention'],
  handle: (context, dependencies: UserLinkDependencies) => respondWithLink('invite', context, dependencies),
});

export const withdrawInvitation = defineOperation({
  group: 'Users',
  summary: 'Withdraw the invitation of a user',
  description: 'The link stops working immediately.',
  path: userPath,
  query: userQuery,
  responses: { 204: { description: 'Withdrawn' } },
  errors: ['user_not_found', 'invitation_not_found'],
  handle: async (context, dependencies: UserLinkDependencies) => {
    await dependencies.ownerLinks.withdrawInvitation(await linkRequest(context, dependencies, userRefOf(context)));
    return noContent();
  },
});

export const createPasswordReset = defineOperation({
  group: 'Users',
  summary: 'Create a link to reset the password of a user',
  description:
    'Creates a link with which a user who forgot the password chooses a new one, which ends all sessions of the user. It works once, for 30 minutes, and replaces an earlier one. The server mails it to the user; a server that sends no email returns it instead. Invite users who have no password yet. Each link is recorded in the audit log of your company.',
  path: userPath,
  query: userQuery,
  body: mailBody,
  responses: { 201: { description: 'The new link', schema: passwordReset } },
  errors: ['hmac_key_required', 'user_not_found', 'not_signed_up', 'write_contention'],
  handle: (context, dependencies: UserLinkDependencies) => respondWithLink('resetPassword', context, dependencies),
});

export const createSignInLink = defineOperation({
  group: 'Users',
  summary: 'Create a sign-in link',
  description:
    'Creates a link that signs the user in after a confirmation and leads to a page of the site, for example from a campus portal that has already authenticated the user. It works once, for one minute, and replaces an earlier one. The user needs no password. Each link is recorded in the audit log of your company.',
  path: userPath,
  query: userQuery,
  body: {
    schema: z.strictObject({
      path: sitePath.default('/account').describe('The page of the site to show, with its query. Default: `/account`.'),
    }),
    optional: true,
  },
  responses: { 201: { description: 'The new link', schema: signInLink } },
  errors: ['hmac_key_required', 'user_not_found', 'write_contention'],
  handle: async (context, dependencies: UserLinkDependencies) => {
    requireHmacKey(context);
    const request = await linkRequest(context, dependencies, userRefOf(context));
    return jsonResponse(await dependencies.ownerLinks.createSignInLink(request, context.body.path), 201);
  },
});

/**
 * A captured URL of a historical MD5 key can be replayed for any request. It must not open the accounts of users.
 * @throws {VitaeError} PERMISSION_DENIED hmac_key_required
 */
export function requireHmacKey({ company }: RequestContext): void {
  if (company?.key.scheme === 'hmac') return;
  throw new VitaeError('PERMISSION_DENIED', 'hmac_key_required', 'Sign this request with an HMAC key.');
}

type SendingMethod = 'invite' | 'resetPassword';

/** Sends a user a link to choose a first or a new password, and returns the response. */
export async function sendLink(
  method: SendingMethod,
  context: RequestContext,
  dependencies: UserLinkDependencies,
  { user, locale = 'en' }: { user: UserRef; locale: Locale | undefined },
): Promise<z.infer<typeof invitation>> {
  requireHmacKey(context);
  const sent = await dependencies.ownerLinks[method](await linkRequest(context, dependencies, user), locale);
  return { ...sent, expiresAt: sent.expiresAt.toISOString() };
}

async function respondWithLink(
  method: SendingMethod,
  context: Parameters<typeof userRefOf>[0] & { body: { locale?: Locale | undefined } },
  dependencies: UserLinkDependencies,
) {
  const choice = { user: userRefOf(context), locale: context.body.locale };
  return jsonResponse(await sendLink(method, context, dependencies, choice), 201);
}

/** Links are created by companies only, never by applications on behalf of a user. */
async function linkRequest(
  { caller, company, request }: RequestContext,
  { keys }: UserLinkDependencies,
  user: UserRef,
): Promise<LinkRequest> {
  if (!company) throw new TypeError('The request was not signed with a key of a company');
  const id = String(company.key.id);
  const { name = id } = (await keys.findOfCompany(caller.companyId, company.key.id)) ?? {};
  return { user, caller, actor: { kind: 'key', id, name }, from: request.ip };
}
