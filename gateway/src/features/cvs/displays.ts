import { documentResponse, savedDocumentResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import {
  type DisplayId,
  type DisplayVariant,
  displayIds,
  displayInputs,
  displayList,
  displayVariants,
  mobileDisplay,
  printDisplay,
  webDisplay,
} from '@vitae/proto/display';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { taggedResponse } from '../../http/list-response.ts';
import { ifMatch } from '../../http/preconditions.ts';

const cvPath = z.object({ id: z.int().positive() });
const schemas = { web: webDisplay, mobile: mobileDisplay, print: printDisplay } satisfies Record<
  DisplayVariant,
  z.ZodType
>;

const descriptions: Readonly<Record<DisplayId, string>> = {
  classic: 'Conservative: serif type, a centered header and a thin line under each heading.',
  modern: 'A header with the accent color as background, and dates in a column before the text.',
  compact: 'Small type and narrow spacing, for long CVs.',
  sidebar: 'Name, contacts and short sections in a tinted column beside the experience.',
  academic: 'Serif type, headings in the margin, education and publications first.',
  plain: 'One column without colored areas, for applicant tracking systems.',
};

export const listDisplays = defineOperation({
  group: 'Reference data',
  summary: 'List displays',
  description: 'Returns the ids that the display of a CV can have.',
  responses: { 200: { description: 'The displays', schema: displayList, headers: ['ETag'] } },
  errors: [],
  handle: async (context) => taggedResponse(context, DISPLAYS),
});

const DISPLAYS = Buffer.from(
  JSON.stringify({
    displays: displayIds.map((id) => ({ id, description: descriptions[id], variants: displayVariants })),
  }),
);

type DisplayDependencies = { resume: ResumeClient };

export const getWebDisplay = getDisplay('web');
export const replaceWebDisplay = replaceDisplay('web');
export const getMobileDisplay = getDisplay('mobile');
export const replaceMobileDisplay = replaceDisplay('mobile');
export const getPrintDisplay = getDisplay('print');
export const replacePrintDisplay = replaceDisplay('print');

function getDisplay(variant: DisplayVariant) {
  return defineOperation({
    group: 'CVs',
    summary: `Get the ${variant} display of a CV`,
    path: cvPath,
    responses: { 200: { description: 'The display configuration', schema: schemas[variant], headers: ['ETag'] } },
    formats: true,
    errors: ['cv_not_found'],
    handle: async ({ path: { id }, caller, request }, { resume }: DisplayDependencies) => {
      const { json, revision } = await resume.call.GetCvDisplay({ id, variant }, { caller });
      return documentResponse(json, revision, request.headers['if-none-match']);
    },
  });
}

function replaceDisplay(variant: DisplayVariant) {
  return defineOperation({
    group: 'CVs',
    summary: `Replace the ${variant} display of a CV`,
    description: 'For ids, see the list of displays.',
    path: cvPath,
    body: { schema: displayInputs[variant] as z.ZodType<object> },
    conditional: true,
    responses: {
      200: { description: 'The updated display configuration', schema: schemas[variant], headers: ['ETag'] },
    },
    errors: ['cv_not_found', 'revision_mismatch', 'revision_conflict'],
    handle: async (context, { resume: { call: rpc } }: DisplayDependencies) => {
      const { path, body, caller } = context;
      const ifRevision = await ifMatch(context, () => rpc.GetCvDisplay({ ...path, variant }, { caller }));
      const display = Buffer.from(JSON.stringify(body));
      return savedDocumentResponse(await rpc.SetCvDisplay({ ...path, variant, display, ifRevision }, { caller }));
    },
  });
}
