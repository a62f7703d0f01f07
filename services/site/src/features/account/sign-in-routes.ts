import { type Company, isReservedSlug } from '@vitae/accounts/companies/company-store';
import { notFound } from '@vitae/kit/errors';
import { type NextFunction, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { seeOther } from '../../layout/render.ts';
import { type KeptForms, keptField } from '../../sessions/kept-form.ts';
import { ownerAccount, signIn } from '../../sessions/sign-in.ts';
import type { AccountContext, AccountDependencies, PageContext } from './account-context.tsx';
import { partParamsOf } from './editor/part-params.ts';

export type SignInRoutesDependencies = AccountDependencies & {
  keptForms: Pick<KeptForms, 'open' | 'readSignIn' | 'sourceOf'>;
};

/**
 * Sign-in to the account at /account/sign-in, or only for users of a company at /{company}/sign-in; and sign-out. Precedes
 * the routes of forms, because a sign-in continues with the route of a kept form.
 */
export function signInRoutes(account: AccountContext, dependencies: SignInRoutesDependencies): Router {
  const { visitors, findCompany } = dependencies;
  const router = Router();
  router.post('/account/sign-in', async (request, response, next) =>
    signInOwner(await account.read(request, response), next, account, dependencies),
  );
  router.post(
    '/account/sign-out',
    account.onForm(async ({ response, visitor }, form) => {
      form.parse({});
      await visitors.signOut(response, visitor);
      seeOther(response, '/account?done=signed-out');
    }),
  );

  const onCompany =
    (act: (context: PageContext, company: Company, next: NextFunction) => unknown): RequestHandler =>
    async (request, response, next) => {
      const address = String(request.params.company).toLowerCase();
      // Other pages have these addresses, such as /settings/sign-in.
      if (isReservedSlug(address)) return next();
      const company = await findCompany(address);
      if (!company) throw notFound('company_not_found', 'There is no company with this address.');
      await act(await account.read(request, response), company, next);
    };
  router.get(
    '/:company/sign-in',
    onCompany((context, company) => {
      const { response, visitor } = context;
      if (visitor.owner?.companyId === company.id) seeOther(response, '/account');
      else account.sendSignIn(context, { company });
    }),
  );
  router.post(
    '/:company/sign-in',
    onCompany((context, company, next) => signInOwner(context, next, account, dependencies, company)),
  );
  return router;
}

async function signInOwner(
  context: PageContext,
  next: NextFunction,
  account: AccountContext,
  { visitors, devices, keptForms, ...dependencies }: SignInRoutesDependencies,
  company?: Company,
): Promise<void> {
  const { request, response, visitor } = context;
  const { form, expired } = await keptForms.readSignIn(request, visitor.sessionId);
  const login = form.get('login');
  const readSource = () => keptForms.sourceOf(form.get('kept') || form.get('returns') || undefined);
  const shownSource = visitor.owner && (await readSource());
  const isOfOther = shownSource && shownSource.ownerId !== visitor.owner?.userId;
  const shown = { company, login, current: isOfOther ? visitor.owner?.username : undefined };
  if (expired) {
    const { kept } = expired;
    const returns = kept === undefined ? form.get('kept') || form.get('returns') || undefined : undefined;
    return account.sendSignIn(context, { ...shown, kept, returns, failure: { reason: 'expired' } }, 403);
  }
  const fields = { login: z.string(), password: z.string(), returns: z.string().optional() };
  const { kept, returns, ...typed } = form.parse({ ...fields, ...keptField });
  const find = company && ((name: string) => dependencies.credentials.findByLogin(name, company.id));
  const result = await signIn(request, { ...typed, ...(find && { find }) }, { ...dependencies, devices });
  if ('wrong' in result)
    return account.sendSignIn(context, { ...shown, kept, returns, failure: { reason: 'wrong' } }, 403);
  if ('retryAfter' in result) {
    const { retryAfter } = result;
    const failure = { reason: 'tooMany' as const, retryAfter };
    return account.sendSignIn(context, { ...shown, kept, returns, failure }, 429);
  }
  const owner = result.passed;
  const sessionId = await visitors.signIn(response, visitor, owner);
  devices.remember(request, response, ownerAccount(owner.userId), owner.passwordVersion);
  const keptForm = await keptForms.open(kept);
  if (keptForm && sessionId !== undefined) {
    const { view } = context;
    const signedIn = { ...context, owner, visitor: { sessionId, owner }, view: { ...view, sessionId } };
    return account.showKept(signedIn, keptForm, next);
  }
  const source = await readSource();
  return seeOther(response, source?.ownerId === owner.userId ? pageOfForm(source.path) : '/account');
}

/** The page on which an owner types into a form of the account. The browser keeps the texts of the editor. */
function pageOfForm(path: string): string {
  const [, share] = /^(\/account\/cvs\/\d+\/share)\//.exec(path) ?? [];
  return share ?? (partParamsOf(path) || PAGES.test(path) ? path : '/account');
}

const PAGES = /^\/account\/(?:profile|preferences|cvs\/\d+\/edit\/design)$/;
