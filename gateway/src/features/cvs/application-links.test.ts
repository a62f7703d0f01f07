import { companyCaller } from '@vitae/kit/caller';
import { applicationLinkToken } from '@vitae/proto/application-link';
import { cvForCaller, rowForApplication } from './application-links.ts';

const TOKEN = 'kD3v9sQ1xYbZ0aLrW7uTnE5mHcPgJfKi';
const CV = 41;
const company = companyCaller(3, 'test');
const application = { ...company, userId: 9, applicationId: 7 };
const own = applicationLinkToken({ companyId: 3, cvId: CV, applicationId: 7 }, TOKEN);

const addresses = (token: string) =>
  Object.fromEntries(['pdf', 'odt', 'doc'].map((format) => [format, `https://x/c/${token}/export?format=${format}`]));
/** A text that looks like the links, and another one with the private link itself, which belongs to the owner. */
const text = `","printable":{"pdf":"https://x/c/${TOKEN}/export"}, é`;
const cvWith = (printable: object) => ({ id: CV, title: text, printable, published: true, last: text });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test('an application receives links of its own, and nothing else of the CV changes', () => {
  const received = cvForCaller(bytes(cvWith(addresses(TOKEN))), CV, application);
  expect(received.toString()).toBe(JSON.stringify(cvWith(addresses(own))));
});

test('a company receives the bytes with the permanent link', () => {
  const json = bytes(cvWith(addresses(TOKEN)));
  expect(cvForCaller(json, CV, company)).toBe(json);
});

test('the links of a protected CV remain null', () => {
  const json = bytes(cvWith({ pdf: null, odt: null, doc: null }));
  expect(cvForCaller(json, CV, application).toString()).toBe(json.toString());
});

test('a CV without the links is not sent to an application', () => {
  expect(() => cvForCaller(bytes({ id: CV, title: text }), CV, application)).toThrow('Something went wrong');
});

test('a row of a list has a link of the application', () => {
  const row = { id: String(CV), private_url: `https://x/c/${TOKEN}`, title: text } as never;
  expect(rowForApplication(row, application)).toEqual({ id: '41', private_url: `https://x/c/${own}`, title: text });
});
