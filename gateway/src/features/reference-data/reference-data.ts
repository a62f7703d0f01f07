import { etagAnswer, jsonAnswer } from '@vitae/kit/http/answer';
import { routeNotFound } from '@vitae/kit/http/surfaces';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import { rateLimitOf } from '../../quota/rate-limit.ts';
import { baseListBytes, baseListLocale, baseLists } from './base-lists.ts';

const rateLimit = z.strictObject({
  limit: z.int().describe('Calls allowed in a minute.'),
  remaining: z.int().describe('Calls still possible in this minute.'),
  reset: z.int().describe('Unix time in seconds at which the next minute starts.'),
});

/** What describes the platform and the caller rather than a user. */
export function referenceCalls(): DocumentedRoute[] {
  return [
    defineCall({
      name: 'baseslist.read',
      method: 'GET',
      paths: ['/api/v1/baseslist'],
      quota: 'standard',
      group: 'Reference data',
      summary: 'Reads the code tables',
      description:
        'What the integer codes mean. With a locale, every label is in that language; English where a table has no such language.',
      query: z.object({ locale: baseListLocale.optional() }),
      answers: { 200: { description: 'The tables', schema: baseLists, headers: ['ETag'] } },
      errors: [],
      handle: async (call) => {
        const { json, etag } = baseListBytes(call.query.locale);
        return etagAnswer(json, etag, call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'rate-limit.read',
      method: 'GET',
      paths: ['/api/v1/rate-limit'],
      quota: 'free',
      group: 'Reference data',
      summary: 'Reads both quotas of the company',
      description: 'Free: it counts against none.',
      answers: {
        200: { description: 'The quotas', schema: z.strictObject({ standard: rateLimit, intensive: rateLimit }) },
      },
      errors: [],
      handle: async ({ company }) => {
        if (!company) throw routeNotFound();
        const { key, usage } = company;
        return jsonAnswer({
          standard: rateLimitOf('standard', key.limits, usage),
          intensive: rateLimitOf('intensive', key.limits, usage),
        });
      },
    }),
  ];
}
