import { routeNotFound } from '@vitae/kit/http/host-routing';
import { etagResponse, jsonResponse } from '@vitae/kit/http/response';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { rateLimitOf } from '../../quota/rate-limit.ts';
import { baseListBytes, baseListLocale, baseLists } from './base-lists.ts';

const rateLimit = z.strictObject({
  limit: z.int().describe('Requests allowed per minute.'),
  remaining: z.int().describe('Requests remaining in the current minute.'),
  reset: z.int().describe('Start of the next minute as Unix time in seconds.'),
});

export const getCodeTables = defineOperation({
  group: 'Reference data',
  summary: 'Get the code tables',
  description:
    'Explains the integer codes of CVs and preferences. With `locale`, labels are in that language, or in English if a table does not have it.',
  query: z.object({ locale: baseListLocale.optional() }),
  responses: { 200: { description: 'The tables', schema: baseLists, headers: ['ETag'] } },
  formats: true,
  errors: [],
  handle: async (context) => {
    const { json, etag } = baseListBytes(context.query.locale);
    return etagResponse(json, etag, context.request.headers['if-none-match']);
  },
});

export const getRateLimit = defineOperation({
  group: 'Reference data',
  summary: 'Get the quotas of the company',
  description: 'This request does not count toward any quota.',
  responses: {
    200: { description: 'The quotas', schema: z.strictObject({ standard: rateLimit, intensive: rateLimit }) },
  },
  errors: [],
  handle: async ({ company }) => {
    if (!company) throw routeNotFound();
    const { key, usage } = company;
    return jsonResponse({
      standard: rateLimitOf('standard', key.limits, usage),
      intensive: rateLimitOf('intensive', key.limits, usage),
    });
  },
});
