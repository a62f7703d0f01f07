import { routeNotFound } from '@vitae/kit/http/host-routing';
import { etagResponse, jsonResponse } from '@vitae/kit/http/response';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { rateLimitOf } from '../../quota/rate-limit.ts';
import { baseListBytes, baseListLocale, baseLists } from './base-lists.ts';

const rateLimit = z.strictObject({
  limit: z.int().describe('Calls allowed in a minute.'),
  remaining: z.int().describe('Calls still possible in this minute.'),
  reset: z.int().describe('Unix time in seconds at which the next minute starts.'),
});

export const getCodeTables = defineOperation({
  group: 'Reference data',
  summary: 'Reads the code tables',
  description:
    'What the integer codes mean. With a locale, every label is in that language; English where a table has no such language.',
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
  summary: 'Reads both quotas of the company',
  description: 'Free: it counts against none.',
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
