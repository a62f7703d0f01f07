import { companyCaller } from '@vitae/kit/caller';
import { applicationLinkToken } from '@vitae/proto/application-link';
import { cvForApplication, linkedApplicationOf, rowForApplication } from './application-links.ts';

const TOKEN = 'kD3v9sQ1xYbZ0aLrW7uTnE5mHcPgJfKi';
const CV = 41;
const company = companyCaller(3, 'test');
const caller = { ...company, userId: 9, applicationId: 7 };
const key = Buffer.from('a key of the resume service');
const application = { companyId: 3, applicationId: 7, key };
const own = applicationLinkToken({ companyId: 3, cvId: CV, applicationId: 7 }, { key, privateToken: TOKEN });

const addresses = (token: string) =>
  Object.fromEntries(['pdf', 'odt', 'doc'].map((format) => [format, `https://x/c/${token}/export?format=${format}`]));
/** A text that looks like the links, and another one with the private link itself, which belongs to the owner. */
const text = `","printable":{"pdf":"https://x/c/${TOKEN}/export"}, é`;
const cvWith = (printable: object) => ({ id: CV, title: text, printable, published: true, last: text });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test('an application receives links of its own, and nothing else of the CV changes', () => {
  const received = cvForApplication(bytes(cvWith(addresses(TOKEN))), CV, application);
  expect(received.toString()).toBe(JSON.stringify(cvWith(addresses(own))));
});

test('an application receives links with the key of the resume service, if it has one, and a company does not', async () => {
  const resume = { applicationLinkKey: async () => key };
  expect(await linkedApplicationOf(resume, caller)).toEqual(application);
  expect(await linkedApplicationOf(resume, company)).toBeUndefined();
  expect(await linkedApplicationOf({ applicationLinkKey: async () => undefined }, caller)).toBeUndefined();
});

test('the links of a protected CV remain null', () => {
  const json = bytes(cvWith({ pdf: null, odt: null, doc: null }));
  expect(cvForApplication(json, CV, application).toString()).toBe(json.toString());
});

test('a CV without the links is not sent to an application', () => {
  expect(() => cvForApplication(bytes({ id: CV, title: text }), CV, application)).toThrow('Something went wrong');
});

test('a row of a list has a link of the application', () => {
  const row = { id: String(CV), private_url: `https://x/c/${TOKEN}`, title: text } as never;
  expect(rowForApplication(row, application)).toEqual({ id: '41', private_url: `https://x/c/${own}`, title: text });
});
