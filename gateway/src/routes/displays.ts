import { type DisplayVariant, displayVariants, mobileDisplay, printDisplay, webDisplay } from '@vitae/proto/display';
import { z } from 'zod';
import type { ResumeClient } from '../clients/resume-client.ts';
import { bytesAnswer } from '../http/answer.ts';
import type { DocumentedRoute } from './call-words.ts';
import { defineCall } from './define-call.ts';

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
    answers: { 200: { description: 'The display configuration', schema: schemas[variant] } },
    errors: ['cv_not_found'],
    handle: async ({ path: { id }, caller }) => bytesAnswer((await rpc.GetCvDisplay({ id, variant }, { caller })).json),
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
    answers: { 200: { description: 'The display configuration as it is now', schema: schemas[variant] } },
    errors: ['cv_not_found', 'revision_conflict'],
    handle: async ({ path: { id }, body, caller }) => {
      const display = Buffer.from(JSON.stringify(body));
      return bytesAnswer((await rpc.SetCvDisplay({ id, variant, display }, { caller })).json);
    },
  });
}
