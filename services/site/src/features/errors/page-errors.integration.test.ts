import type { AddressInfo } from 'node:net';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import { rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { shedLoad } from '@vitae/kit/http/shed-load';
import { createLogger } from '@vitae/kit/log';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import express from 'express';
import { MAX_VISITOR_FORM_BYTES } from '../../layout/form.ts';
import { handlePageErrors } from './page-errors.tsx';
import { rejectOverload } from './reject-overload.ts';

const SITE = 'https://cv.example';
const ACTION = '/account/preferences?days=30';
const log = createLogger({ name: 'test', level: 'silent' });
let server: ReturnType<express.Express['listen']>;

beforeAll(async () => {
  const app = express().use(requestId, rawBody({ isUpload: () => true }));
  const shed = shedLoad(0, [], rejectOverload(SITE));
  app.use((request, response, next) => (request.headers['x-overload'] ? shed(request, response, next) : next()));
  app.all('/account/slow', () => {
    throw new VitaeError('DEADLINE_EXCEEDED', 'deadline_exceeded', 'Too slow.');
  });
  app.all(/.*/, () => {
    throw unavailable('service_unavailable', 'Down.');
  });
  app.use('/account', handlePageErrors(log, SITE));
  app.use(handlePageErrors(log));
  await new Promise<void>((resolve) => {
    server = app.listen(0, '127.0.0.1', () => resolve());
  });
});
afterAll(() => server.close());

async function send(path: string, body?: RequestInit['body'], headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const response = await fetch(url, { ...(body && { method: 'POST', body }), headers });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const upload = new FormData();
upload.append('file', new Blob(['three little words']), 'cv.json');
const form = (fields: Record<string, string>) => new URLSearchParams({ csrf: 'token', ...fields });

test('a form that could not be handled can be sent again with everything that was typed', async () => {
  const fields = form({ city: '"Rome" <b>\r\nΠάτρα', move: 'up.1' });
  const response = await send(ACTION, fields, { Origin: SITE });
  expect([response.status, response.retryAfter]).toEqual([503, '1']);
  expect(response.text).toMatch(/This page keeps everything that you submitted\..*<button[^>]*>Send again</s);
  expect(response.text).toContain('value="&quot;Rome&quot; &lt;b>\r\nΠάτρα"');
  expect(unchangedFields(response.text, ACTION)).toMatchObject({ csrf: 'token', move: 'up.1' });
  const repeated = await send(ACTION, new URLSearchParams('positions=1&positions=2&positions=1'));
  expect(repeated.text.match(/name="positions" value="."/g)).toEqual(
    [1, 2, 1].map((position) => `name="positions" value="${position}"`),
  );
});

test('the page says when to try again, also if a response took too long', async () => {
  expect(await send('/account/slow', form({}))).toMatchObject({ status: 504, retryAfter: '5' });
});

test.each([
  ['a password', form({ username: 'ana', password: 'three little words' })],
  ['a password', form({ current: 'a', next: 'three little words', again: '' })],
  ['a file', upload],
  ['too large', form({ text: 'three little words'.repeat(MAX_VISITOR_FORM_BYTES / 10) })],
])('the page does not contain the form, but says how to send it again: %s', async (reason, body) => {
  const { status, text } = await send(ACTION, body);
  expect(status).toBe(503);
  expect(text).toMatch(
    new RegExp(`does not keep the form because it (?:contains|is) ${reason}.*reload this page`, 's'),
  );
  expect(text).not.toMatch(/three little words|Send again/);
});

test.each([
  ['a form of another site', ACTION, form({ text: 'Typed' }), { Origin: 'https://evil.example' }],
  ['a form that a script sends', ACTION, form({ text: 'Typed' }), { Accept: 'application/json' }],
  ['a body that is not a form', ACTION, 'Typed', {}],
  ['a page', ACTION, undefined, {}],
  ['a form outside the account', '/p/ana', form({ text: 'Typed' }), {}],
])('%s is not repeated', async (_what, path, body, headers) => {
  const { status, text } = await send(path, body, headers as Record<string, string>);
  expect(status).toBe(503);
  expect(text).not.toMatch(/Typed|Send again|does not keep/);
});

describe('an overloaded site', () => {
  const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'X-Overload': '1' };

  test('sends browsers a page in their language that keeps a short form of an owner', async () => {
    const french = { ...NAVIGATION, 'Accept-Language': 'fr', Origin: SITE };
    const response = await send(ACTION, form({ city: 'Rome' }), french);
    expect([response.status, response.retryAfter]).toEqual([503, '1']);
    expect(response.text).toMatch(/<html lang="fr">.*<h1>Le site est très sollicité.*<button[^>]*>Renvoyer</s);
    expect(unchangedFields(response.text, ACTION)).toEqual({ csrf: 'token', city: 'Rome' });
    // A link to another language would lose the form.
    expect(response.text).not.toContain('hreflang');
  });

  test.each([
    ['a long form', ACTION, form({ text: 'Typed'.repeat(10_000) }), NAVIGATION, 'because it is too large'],
    ['a form of another site', ACTION, form({ text: 'Typed' }), { ...NAVIGATION, Origin: 'https://evil.example' }, ''],
    ['a form outside the account', '/p/ana', form({ text: 'Typed' }), NAVIGATION, ''],
    ['a page', '/account', undefined, NAVIGATION, ''],
    ['the preview', '/account/cvs/1/preview', undefined, { ...NAVIGATION, 'Sec-Fetch-Dest': 'iframe' }, ''],
  ])('does not repeat the content of %s', async (_what, path, body, headers, reason) => {
    const { status, retryAfter, text } = await send(path, body, headers);
    expect([status, Number(retryAfter) > 0, text]).toEqual([503, true, expect.stringContaining('<h1')]);
    expect(text).toContain(reason);
    expect(text).not.toMatch(/Typed|Send again/);
  });

  test.each(['application/json', '*/*', 'image/webp,*/*'])('sends JSON to clients that accept %s', async (accept) => {
    const { status, retryAfter, text } = await send('/account', undefined, { ...NAVIGATION, Accept: accept });
    expect([status, retryAfter, JSON.parse(text)]).toMatchObject([503, '1', { error: { code: 503 } }]);
  });
});
