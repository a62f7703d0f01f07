import { isApplication } from '@vitae/accounts/consumption/counter';
import type { RejectedRequest, RejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import type { Clock } from '@vitae/kit/clock';
import { Router } from 'express';
import { z } from 'zod';
import { type Form, queryOf } from '../../../../layout/form.ts';
import { sendPage } from '../../../../layout/render.ts';
import type { AdministratorContext, SettingsSite } from '../../settings-site.tsx';
import { helpPaths } from '../help-heading.tsx';
import { type ExplainOAuthDependencies, explainOAuth, type QuestionedOAuthCall } from './explain/explain-oauth.ts';
import {
  CONTENT_TYPES,
  isTooLong,
  METHODS,
  OAuthPage,
  type OAuthPageProps,
  type TypedOAuthRequest,
} from './oauth-page.tsx';

export type OAuthHelpDependencies = ExplainOAuthDependencies & {
  rejectedRequests: Pick<RejectedRequests, 'list' | 'get'>;
  explanationRate(companyId: number): Promise<number>;
  clock: Clock;
};

const PATH = helpPaths.oauth;
const SHOWN_CALLS = 20;
/** A full URL, or path and query. */
const ADDRESS = /^(?:https?:\/\/[^/?#\s]+)?\/[^\s#]*$/i;
const AUTHORIZATION = 'authorization:';

const text = z.string().default('');
const questionFields = {
  request: text,
  method: z.enum(METHODS).default('GET'),
  url: text,
  authorization: text,
  contentType: z.enum(CONTENT_TYPES).default(''),
  body: text,
  theirs: text,
};

/** /settings/signature/oauth: explains rejected requests to the company that owns the application. */
export function createOAuthHelpRoutes(
  { requireAdministrator, onForm }: SettingsSite,
  dependencies: OAuthHelpDependencies,
): Router {
  const { rejectedRequests, explanationRate } = dependencies;
  const show = async (
    { response, view, company }: AdministratorContext,
    props: Partial<OAuthPageProps>,
    status = 200,
  ) => {
    const ofApplications = (await rejectedRequests.list(company.id)).filter(({ source }) => isApplication(source));
    const recent = ofApplications.slice(0, SHOWN_CALLS);
    sendPage(response, <OAuthPage view={view} recent={recent} {...props} />, { status });
  };
  const find = async (companyId: number, id: string) => {
    const request = await rejectedRequests.get(companyId, id);
    return request && isApplication(request.source) ? request : undefined;
  };
  const router = Router();
  router.get(
    PATH,
    requireAdministrator('viewer', async (at) => {
      const id = queryOf(at.request, 'request');
      const chosen = id === undefined ? undefined : await find(at.company.id, id);
      return show(at, { chosen, isGone: id !== undefined && !chosen });
    }),
  );
  router.post(
    PATH,
    onForm('administrator', async (at, form) => {
      const { company, record } = at;
      const { request: id, typed } = typedIn(form);
      const chosen = id === '' ? undefined : await find(company.id, id);
      if (id !== '' && !chosen) return show(at, { typed, isGone: true }, 404);
      if (!chosen && !ADDRESS.test(typed.url)) return show(at, { typed, urlProblem: true }, 422);
      if (isTooLong(typed)) return show(at, { chosen, typed }, 422);
      const tooMany = await explanationRate(company.id);
      if (tooMany > 0) return show(at, { chosen, typed, tooMany }, 429);
      await record('signatureExplained', { kind: 'company', id: String(company.id), name: company.name });
      const call = questionOf(company.id, typed, chosen, dependencies.clock.now());
      return show(at, { chosen, typed, explanation: await explainOAuth(call, dependencies) });
    }),
  );
  return router;
}

function typedIn(form: Form): { request: string; typed: TypedOAuthRequest } {
  const { request, method, url, authorization, contentType, body, theirs } = form.parse(questionFields);
  return {
    request,
    typed: {
      method,
      url: url.trim(),
      authorization,
      contentType,
      body: lineFeeds(body),
      theirs: lineFeeds(theirs).trim(),
    },
  };
}

function questionOf(
  companyId: number,
  typed: TypedOAuthRequest,
  chosen: RejectedRequest | undefined,
  now: number,
): QuestionedOAuthCall {
  const { body, contentType, theirs } = typed;
  const authorization = headerValue(typed.authorization);
  const pasted = { companyId, authorization, body, contentType, theirs };
  if (!chosen) return { ...pasted, method: typed.method, url: typed.url, at: now };
  const { method, target, at, cause, suggestion } = chosen;
  return { ...pasted, method, url: target, at, cause, suggestion };
}

/** Accepts the whole header line, also if it is wrapped. */
function headerValue(pasted: string): string {
  const line = pasted.replaceAll(/[\r\n]/g, ' ').trim();
  return line.toLowerCase().startsWith(AUTHORIZATION) ? line.slice(AUTHORIZATION.length).trim() : line;
}

/** Browsers submit line breaks as CR LF (HTML, form submission). */
function lineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
