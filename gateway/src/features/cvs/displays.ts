import { changedAnswer, documentAnswer } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { type DisplayVariant, displayVariants, mobileDisplay, printDisplay, webDisplay } from '@vitae/proto/display';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { asMismatch, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';

const cvPath = z.object({ id: z.int().positive() });
const schemas = { web: webDisplay, mobile: mobileDisplay, print: printDisplay } satisfies Record<
  DisplayVariant,
  z.ZodType
>;

/** How a CV looks, for each place where it is shown. */
export function displayCalls(resume: ResumeClient): DocumentedRoute[] {
  return displayVariants.flatMap((variant) => [readDisplay(resume, variant), replaceDisplay(resume, variant)]);
}

function readDisplay({ call: rpc }: ResumeClient, variant: DisplayVariant): DocumentedRoute {
  const path = `/cv/:id/display/${variant}`;
  return defineCall({
    name: `cv.display.${variant}`,
    method: 'GET',
    paths: [`/api/v1${path}`, `/api/v1/svc${path}`, `/api/v1/dyb${path}`],
    quota: 'standard',
    group: 'CVs',
    summary: `Reads how a CV looks: ${variant}`,
    path: cvPath,
    answers: { 200: { description: 'The display configuration', schema: schemas[variant], headers: ['ETag'] } },
    errors: ['cv_not_found'],
    handle: async ({ path: { id }, caller, request }) => {
      const { json, revision } = await rpc.GetCvDisplay({ id, variant }, { caller });
      return documentAnswer(json, revision, request.headers['if-none-match']);
    },
  });
}

function replaceDisplay({ call: rpc }: ResumeClient, variant: DisplayVariant): DocumentedRoute {
  return defineCall({
    name: `cv.display.${variant}.replace`,
    method: 'PUT',
    paths: [`/api/v1/cv/:id/display/${variant}`],
    quota: 'standard',
    group: 'CVs',
    summary: `Changes how a CV looks: ${variant}`,
    path: cvPath,
    body: { schema: schemas[variant] as z.ZodType<object> },
    conditional: true,
    answers: {
      200: { description: 'The display configuration as it is now', schema: schemas[variant], headers: ['ETag'] },
    },
    errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
    handle: async (call) => {
      const { path, body, caller } = call;
      const ifRevision = await ifMatch(call, () => rpc.GetCvDisplay({ ...path, variant }, { caller }));
      const display = Buffer.from(JSON.stringify(body));
      return changedAnswer(
        await rpc.SetCvDisplay({ ...path, variant, display, ifRevision }, { caller }).catch(asMismatch(ifRevision)),
      );
    },
  });
}
