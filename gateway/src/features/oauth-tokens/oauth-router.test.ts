import { setImmediate as nextTurn } from 'node:timers/promises';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { Request, Response } from 'express';
import type { Rejection } from '../../consumption/rejection-recorder.ts';
import { createCors } from '../../http/cors.ts';
import { createOAuthRouter, isOAuthPath } from './oauth-router.ts';
import type { IssuedToken } from './request-token.ts';

const application = { id: 5, companyId: 7, origins: [] };
const fields = { oauth_token: 'a b', oauth_token_secret: 's' };

/** Requests a token from a router whose endpoint issues one or fails. */
async function request(method: string, path: string, issue: () => Promise<IssuedToken>) {
  const counted: unknown[][] = [];
  const rejected: [Rejection, string][] = [];
  const sent: unknown[] = [];
  const decisions: string[] = [];
  const headers: Record<string, string> = {};
  const response: object = new Proxy(
    { statusCode: 200, locals: {} },
    {
      get: (target, name) => {
        if (name in target) return Reflect.get(target, name);
        return (...values: unknown[]) => {
          if (name === 'send') sent.push(...values);
          if (name === 'set') headers[String(values[0])] = String(values[1]);
          return response;
        };
      },
    },
  );
  const router = createOAuthRouter({
    routes: [{ path: '/:locale/oauth/requestToken', name: 'oauth.request-token', issue }],
    tokens: {} as never,
    metrics: { countOutcome: (outcome) => decisions.push(outcome) },
    recorder: {
      recordOutcome: (...outcome) => counted.push(outcome),
      recordResponse: (...recorded) => counted.push(recorded),
    },
    rejections: { record: (rejection, endpoint) => rejected.push([rejection, endpoint]) },
    publicUrl: 'https://cv.example.com',
    cors: createCors('https://cv.example.com'),
  });
  const passedOn: unknown[] = [];
  const received = { method, url: path, originalUrl: path, headers: {}, body: Buffer.alloc(0) };
  router(received as unknown as Request, response as Response, (error?: unknown) => passedOn.push(error));
  await nextTurn();
  return { counted, rejected, sent, headers, decisions, passedOn };
}

describe('an OAuth token endpoint', () => {
  test.each(['GET', 'POST'])('sends a token that is not cached, and counts it: %s', async (method) => {
    const { counted, rejected, sent, headers, decisions } = await request(
      method,
      '/fr/oauth/requestToken',
      async () => ({
        application,
        fields,
      }),
    );
    expect([sent, headers]).toEqual([['oauth_token=a+b&oauth_token_secret=s'], { 'Cache-Control': 'no-store' }]);
    expect(counted).toEqual([
      [7, 'a5', 'oauth.request-token', 'accepted_free'],
      [7, 'a5', 'oauth.request-token', 200, expect.any(Number)],
    ]);
    expect([rejected, decisions]).toEqual([[], ['accepted']]);
  });

  test('records a rejection of a known application', async () => {
    const problem = new OAuthProblem('signature_invalid', 'advice');
    problem.application = application;
    const { counted, rejected, decisions } = await request('GET', '/fr/oauth/requestToken', () =>
      Promise.reject(problem),
    );
    expect(decisions).toEqual(['invalid_signature']);
    const rejection = { companyId: 7, source: 'a5', cause: 'invalid_signature', status: 401, isCounted: false };
    expect([rejected, counted]).toEqual([[[rejection, 'oauth.request-token']], []]);
  });

  test('records no rejection of an unknown application, and none if the platform fails', async () => {
    for (const error of [new OAuthProblem('consumer_key_unknown', 'advice'), new TypeError('unavailable')]) {
      const { counted, rejected, sent } = await request('GET', '/fr/oauth/requestToken', () => Promise.reject(error));
      expect([counted, rejected]).toEqual([[], []]);
      expect(sent).not.toContain('oauth_token=a+b&oauth_token_secret=s');
    }
  });

  test('does not exist in another language', async () => {
    const { sent, passedOn } = await request('GET', '/pt/oauth/requestToken', async () => ({ application, fields }));
    expect([sent, passedOn]).toEqual([[], [undefined]]);
  });
});

test.each([
  ['/fr/oauth/requestToken', true],
  ['/EN/OAuth/accesstoken/', true],
  ['/fr/oauth/authorize', false],
  ['/fra/oauth/requestToken', false],
  ['/api/fr/oauth/requestToken', false],
  ['/fr/oauth/requestToken/more', false],
])('the path %s is a token endpoint: %s', (path, expected) => {
  expect(isOAuthPath(path)).toBe(expected);
});
