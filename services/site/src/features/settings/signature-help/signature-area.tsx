import { isApplication } from '@vitae/accounts/consumption/counter';
import type { RejectedRequest, RejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { Router } from 'express';
import { z } from 'zod';
import { type Form, queryOf } from '../../../layout/form.ts';
import { sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea } from '../settings-site.tsx';
import { type ExplainDependencies, explainRejection, type QuestionedCall } from './explain/explain-rejection.ts';
import { helpPaths } from './help-heading.tsx';
import { createOAuthHelpRoutes, type OAuthHelpDependencies } from './oauth/oauth-routes.tsx';
import { MAX_PASTED, METHODS, SignaturePage, type SignaturePageProps } from './signature-page.tsx';

const text = z.string().default('');
const questionFields = { request: text, method: z.enum(METHODS).default('GET'), url: text, theirs: text };

export type SignatureDependencies = ExplainDependencies &
  OAuthHelpDependencies & {
    rejectedRequests: Pick<RejectedRequests, 'list' | 'get'>;
    /** Returns the seconds to wait before another explanation, or 0. */
    explanationRate(companyId: number): Promise<number>;
    companyApiUrl: string;
    clock: Clock;
  };

const PATH = areaPath('signature');
const SHOWN_CALLS = 20;

/** /settings/signature: explains rejected requests to the company that owns the key. */
export function createSignatureArea(dependencies: SignatureDependencies): SettingsArea {
  const { rejectedRequests, explanationRate } = dependencies;

  const show = async (
    { response, view, company }: AdministratorContext,
    props: Partial<SignaturePageProps>,
    status = 200,
  ) => {
    const ofKeys = (await rejectedRequests.list(company.id)).filter(({ source }) => !isApplication(source));
    const recent = ofKeys.slice(0, SHOWN_CALLS);
    sendPage(response, <SignaturePage view={view} recent={recent} {...props} />, { status });
  };
  const askedIn = createQuestionReader(dependencies);

  return {
    name: 'signature',
    routes: (site) => {
      const { requireAdministrator, onForm } = site;
      const router = Router();
      router.use(createOAuthHelpRoutes(site, dependencies));
      router.get(
        PATH,
        requireAdministrator('viewer', async (at) => {
          const id = queryOf(at.request, 'request');
          const chosen = id === undefined ? undefined : await rejectedRequests.get(at.company.id, id);
          if (chosen && isApplication(chosen.source)) return at.response.redirect(303, oauthHelpOf(chosen));
          return show(at, { chosen, isGone: id !== undefined && !chosen });
        }),
      );
      router.post(
        PATH,
        onForm('administrator', async (at, form) => {
          const { company, record } = at;
          const { call, props } = await askedIn(form, company.id);
          if (!call) return show(at, props, 'isGone' in props ? 404 : 422);
          const tooMany = await explanationRate(company.id);
          if (tooMany > 0) return show(at, { ...props, tooMany }, 429);
          await record('signatureExplained', { kind: 'company', id: String(company.id), name: company.name });
          try {
            return await show(at, { ...props, explanation: await explainRejection(call, dependencies) });
          } catch (error) {
            // The gateway cannot parse this address either.
            if (VitaeError.from(error).code !== 'INVALID_ARGUMENT') throw error;
            return show(at, { ...props, urlProblem: true }, 422);
          }
        }),
      );
      return router;
    },
  };
}

/** Returns the request to explain, or the props that show why it cannot be explained. */
function createQuestionReader({ rejectedRequests, companyApiUrl, clock }: SignatureDependencies) {
  return async (form: Form, companyId: number) => {
    const { request: id, method, url, ...more } = form.parse(questionFields);
    const theirs = lineFeeds(more.theirs);
    const isTooLong = theirs.length > MAX_PASTED;
    if (id !== '') {
      const chosen = await rejectedRequests.get(companyId, id);
      if (!chosen || isApplication(chosen.source)) return { call: undefined, props: { isGone: true } };
      const call = isTooLong ? undefined : rejectedCall(chosen, companyId, theirs, companyApiUrl);
      return { call, props: { chosen, typed: typedOf(chosen, theirs) } };
    }
    const typed = { method, url: url.trim(), theirs };
    const call = { companyId, method, url: typed.url, at: clock.now(), theirs };
    const isAddress = /^(?:https?:\/)?\/[^\s]*\?/i.test(typed.url) && typed.url.length <= MAX_PASTED;
    if (!isAddress) return { call: undefined, props: { typed, urlProblem: true } };
    return { call: isTooLong ? undefined : call, props: { typed } };
  };
}

function rejectedCall(
  { at, cause, suggestion, method, target }: RejectedRequest,
  companyId: number,
  theirs: string,
  companyApiUrl: string,
): QuestionedCall {
  return { companyId, method, url: `${new URL(companyApiUrl).origin}${target}`, at, cause, suggestion, theirs };
}

function oauthHelpOf({ requestId }: RejectedRequest): string {
  return `${helpPaths.oauth}?request=${encodeURIComponent(requestId)}`;
}

function typedOf({ method }: RejectedRequest, theirs: string) {
  return { method, url: '', theirs };
}

/** Browsers submit line breaks as CR LF (HTML, form submission). */
function lineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
