import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Locale } from '@vitae/proto/locale';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import type { AccessibleCv, AccessProblem } from '../../components/access-fields.tsx';
import type { SignInFailure } from '../../components/sign-in-form.tsx';
import { sendPage } from '../../layout/render.ts';
import type { Visitor, Visitors } from '../../sessions/visitors.ts';
import type { OwnCvs } from '../account/own-cvs.ts';
import type { AuthorizationProblem, AuthorizationRequest, AuthorizationSteps } from './authorization.ts';
import { type AuthorizeAddress, formTargetsOf, placeOf } from './authorize-address.ts';
import {
  AllowedPage,
  ConsentPage,
  RequestProblemPage,
  type Screen,
  SignInPage,
  VerifierPage,
} from './consent-pages.tsx';

export type ConsentScreenDependencies = {
  authorization: AuthorizationSteps;
  visitors: Visitors;
  cvs: Pick<OwnCvs, 'list'>;
  companyName(companyId: number): Promise<string>;
  /** Public address of the site, which may have another host. */
  siteUrl: string;
};

/** A request to the consent screen. */
export type ConsentContext = { request: Request; response: Response; visitor: Visitor; screen: Screen };

type Notice = {
  failure?: SignInFailure;
  login?: string;
  expired?: boolean;
  /** A selection that cannot be granted. */
  rejected?: { access: GrantAccess; problem: AccessProblem };
};

/** Sends the page that fits the state of an authorization request. */
export type ConsentScreen = {
  read(request: Request, response: Response, locale: Locale, address: AuthorizeAddress): Promise<ConsentContext>;
  /** Returns the pending authorization request. If there is none, sends a page that says why and returns undefined. */
  pendingRequest(context: ConsentContext): Promise<(AuthorizationRequest & { company: string }) | undefined>;
  send(context: ConsentContext, notice?: Notice): Promise<void>;
  sendProblem(context: ConsentContext, problem: AuthorizationProblem): void;
};

const STATUS: Record<AuthorizationProblem, number> = {
  unknown: 404,
  expired: 410,
  used: 410,
  refused: 410,
  callback_differs: 400,
  application_gone: 410,
  other_company: 403,
};

export function createConsentScreen(dependencies: ConsentScreenDependencies): ConsentScreen {
  const { authorization, visitors, cvs, companyName, siteUrl } = dependencies;

  const sendProblem: ConsentScreen['sendProblem'] = ({ response, screen, visitor }, problem) =>
    sendPage(response, <RequestProblemPage screen={screen} problem={problem} owner={visitor.owner} />, {
      status: STATUS[problem],
    });

  const pendingRequest: ConsentScreen['pendingRequest'] = async (context) => {
    const { token, callback } = context.screen.address;
    const pending = await authorization.ask(token, callback, context.visitor.owner);
    if (typeof pending !== 'string') return { ...pending, company: await companyName(pending.companyId) };
    sendProblem(context, pending);
    return undefined;
  };

  return {
    read: async (request, response, locale, address) => {
      const visitor = await visitors.read(request, response);
      return { request, response, visitor, screen: { locale, address, sessionId: visitor.sessionId, siteUrl } };
    },
    pendingRequest,
    send: async (context, notice = {}) => {
      const pending = await pendingRequest(context);
      if (!pending) return;
      const { response, visitor } = context;
      const { failure, expired = false, rejected } = notice;
      if (failure?.reason === 'tooMany') response.set('Retry-After', String(failure.retryAfter));
      const status = failure?.reason === 'tooMany' ? 429 : failure || expired ? 403 : rejected ? 422 : 200;
      const isAsking = visitor.owner !== undefined && !pending.approved;
      const own = visitor.owner && isAsking ? await cvs.list(visitor.owner, requestIdOf(response)) : [];
      const { page, formTargets } = pageFor(context, { ...pending, cvs: own }, notice);
      sendPage(response, page, { status, formTargets });
    },
    sendProblem,
  };
}

function pageFor(
  { visitor, screen }: ConsentContext,
  pending: AuthorizationRequest & { company: string; cvs: readonly AccessibleCv[] },
  { failure, login = '', expired = false, rejected }: Notice,
): { page: VNode; formTargets: string[] } {
  const { applicationName: application, company, callback, approved, cvs } = pending;
  const { owner } = visitor;
  const only = (page: VNode) => ({ page, formTargets: [] });
  if (!owner)
    return only(
      <SignInPage screen={screen} application={application} company={company} login={login} failure={failure} />,
    );
  if (approved && 'verifier' in approved)
    return only(<VerifierPage screen={screen} application={application} verifier={approved.verifier} />);
  if (approved) return only(<AllowedPage screen={screen} application={application} redirect={approved.redirect} />);
  const place = placeOf(callback);
  return {
    page: (
      <ConsentPage
        screen={screen}
        owner={owner}
        application={application}
        company={company}
        place={place}
        expired={expired}
        cvs={cvs}
        access={rejected?.access ?? pending.access}
        problem={rejected?.problem}
      />
    ),
    formTargets: formTargetsOf(callback),
  };
}
