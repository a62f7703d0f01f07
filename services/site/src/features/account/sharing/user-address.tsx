import type { AuditAction } from '@vitae/accounts/audit/audit-actions';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { isSlugCut, slugOf } from '@vitae/kit/slug';
import { z } from 'zod';
import { type Form, queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { RateLimit, RateLimiter } from '../../../sessions/rate-limiter.ts';
import { FormerNamePage } from './former-names.tsx';
import type { UserAddressProblem } from './public-address.tsx';
import { type SendShareDependencies, type ShareContext, sendShare } from './send-share.tsx';
import { formerNamePath, sharePath } from './share-path.ts';

export type UserAddressDependencies = SendShareDependencies & {
  audit: Pick<AuditLog, 'record'>;
  rate: Pick<RateLimiter, 'count'>;
};

/** Includes rejected names, which tell whether users of other companies have them. */
const NAME_CHANGES: RateLimit = { name: 'user-address', max: 20, windowSeconds: 3_600 };

/** Returns false after sending the page with a message if the name was not changed. */
export async function changeUserSlug(
  { audit, rate, ...dependencies }: UserAddressDependencies,
  context: ShareContext,
  form: Form,
): Promise<boolean> {
  const { response, owner, cvId, requestId } = context;
  const { userSlug } = form.parse({ userSlug: z.string() });
  const reject = async (problem: Omit<UserAddressProblem, 'userSlug'>, status: number) => {
    await sendShare(dependencies, context, { userAddressProblem: { ...problem, userSlug } }, status);
    return false;
  };
  // The address belongs to the owner, but the page to one of the owner's CVs.
  await dependencies.cvs.sharing(owner, cvId, requestId);
  const retryAfter = await rate.count(NAME_CHANGES, String(owner.userId));
  if (retryAfter > 0) {
    response.set('Retry-After', String(retryAfter));
    return reject({ fault: 'tooOften', waitMinutes: Math.ceil(retryAfter / 60) }, 429);
  }
  if (isSlugCut(userSlug)) return reject({ fault: 'tooLong' }, 422);
  const fault = await dependencies.cvs.setUserSlug(owner, slugOf(userSlug), requestId);
  if (fault) return reject({ fault }, 422);
  await recordChange(audit, context, 'ownerAddressChanged');
  return true;
}

/** Asks for confirmation before the owner gives up a former name. */
export async function sendFormerName({ cvs }: UserAddressDependencies, context: ShareContext): Promise<void> {
  const { request, response, owner, cvId, requestId } = context;
  const sharing = await cvs.sharing(owner, cvId, requestId);
  const name = queryOf(request, 'name') ?? '';
  if (!sharing.formerUserSlugs.includes(name)) return seeOther(response, sharePath(cvId));
  const view = { ...context.view, path: formerNamePath(cvId) };
  sendPage(response, <FormerNamePage {...{ view, owner, cvId, sharing, name }} />);
}

/** Gives up a former name. A repeated form has no effect. */
export async function releaseUserSlug(
  { cvs, audit }: UserAddressDependencies,
  context: ShareContext,
  form: Form,
): Promise<void> {
  const { owner, cvId, requestId } = context;
  const { name } = form.parse({ name: z.string().max(200) });
  await cvs.sharing(owner, cvId, requestId);
  if (await cvs.releaseUserSlug(owner, name, requestId)) await recordChange(audit, context, 'ownerNameReleased');
}

async function recordChange(
  audit: Pick<AuditLog, 'record'>,
  { request, owner: { companyId, userId } }: ShareContext,
  action: AuditAction,
): Promise<void> {
  const id = String(userId);
  const target = { kind: 'user', id, name: id } as const;
  await audit.record({ companyId, actor: { kind: 'owner', id }, action, target, from: request.ip });
}
