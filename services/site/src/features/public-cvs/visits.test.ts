import type { Request } from 'express';
import { createCookie } from '../../sessions/cookie.ts';
import { createCountVisit } from './visits.ts';

const OWNER = 41;
const CV = { id: 7, userId: OWNER, companyId: 1 };
const SESSIONS = new Map([
  ['o'.repeat(43), OWNER],
  ['s'.repeat(43), OWNER + 1],
]);

async function visitsOf(headers: Record<string, string>, method = 'GET') {
  const visits: unknown[] = [];
  const warnings: unknown[] = [];
  const countVisit = createCountVisit({
    stats: {
      call: {
        RecordVisit: async ({ cvId, ip, userAgent }) => {
          if (userAgent === 'failing') throw new Error('The service is unavailable');
          visits.push({ cvId, ip });
          return { counted: true };
        },
      },
    },
    sessions: {
      userOf: async (id) => {
        if (id === 'x'.repeat(43)) throw new Error('Redis is unavailable');
        return SESSIONS.get(id);
      },
    },
    sessionCookie: createCookie('vitae_session', 'https://vitae.example'),
    log: { warn: (...warning: unknown[]) => warnings.push(warning) },
  });
  const request = { method, headers, ip: '192.0.2.1', get: (name: string) => headers[name] } as unknown as Request;
  countVisit(request, CV, 'test');
  await new Promise(setImmediate);
  return { visits: visits.length, warnings: warnings.length };
}
const withSession = (character: string) => ({ cookie: `__Host-vitae_session=${character.repeat(43)}` });

test('counts visitors, also those who are signed in as another owner or whose session has ended', async () => {
  for (const headers of [{}, { cookie: 'vitae_session=forged' }, withSession('s'), withSession('e')])
    expect(await visitsOf(headers)).toEqual({ visits: 1, warnings: 0 });
});

test('does not count the owner of the CV if the owner is signed in', async () => {
  expect(await visitsOf(withSession('o'))).toEqual({ visits: 0, warnings: 0 });
});

test('does not count prefetches and other methods', async () => {
  expect(await visitsOf({ 'sec-purpose': 'prefetch' })).toEqual({ visits: 0, warnings: 0 });
  expect(await visitsOf({}, 'HEAD')).toEqual({ visits: 0, warnings: 0 });
});

test('counts visitors whose session cannot be read', async () => {
  expect(await visitsOf(withSession('x'))).toEqual({ visits: 1, warnings: 0 });
});

test('reports a failure, which the page ignores', async () => {
  expect(await visitsOf({ 'user-agent': 'failing' })).toEqual({ visits: 0, warnings: 1 });
});
