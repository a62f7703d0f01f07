import { alpha2Country, alpha3Country, isCountry } from '@vitae/proto/country-codes';
import type { ExportSource } from '@vitae/proto/export-source';
import { hasMoved } from '@vitae/proto/moved-address';
import { z } from 'zod';
import { formatAddress } from './address.ts';
import { yearsBetween } from './dates.ts';
import type { Header, Linked, Picture } from './document-model.ts';
import { ageLabel, drivingLicenceLabel, pictureLabel } from './labels.ts';
import { mailLink, phoneLink, webLink } from './links.ts';
import type { Locale } from './locale.ts';
import { pictureOf } from './picture.ts';
import { plainLine } from './plain-text.ts';

export function headerOf(source: ExportSource, locale: Locale, now: number): Header {
  const name = plainLine(source.displayName);
  const title = plainLine(source.cv.title);
  return {
    name: name || title || locale.words.curriculum,
    title: name !== '' && title !== '' && title !== name ? title : null,
    photo: photoOf(source, locale, name),
    contacts: [...addressOf(source, locale), ...contactsOf(source), ...linksOf(source)],
    facts: factsOf(source, locale, now),
  };
}

function photoOf(source: ExportSource, locale: Locale, name: string): Picture | null {
  const { photo, printDisplay } = source;
  if (photo === null || !printDisplay.displayConfig.picture) return null;
  return pictureOf(photo, pictureLabel('photo', name, locale));
}

const text = z.string().catch('');
// CV data has no street, and states of the USA only. An imported JSON Resume has both.
const resumeWithLocation = z.object({
  basics: z.object({ location: z.object({ address: text, region: text, city: text, countryCode: text }) }),
});

function addressOf(source: ExportSource, locale: Locale): Linked[] {
  const shown = source.printDisplay.displayConfig;
  const { city, zipcode, state, country } = source.cv.userInformation;
  const imported = importedLocation(source);
  const address = formatAddress(
    {
      street: shown.address ? plainLine(imported?.address).replace(/,$/, '') : '',
      zipcode: shown.address ? plainLine(zipcode) : '',
      ...(shown.location ? { city, state, region: imported?.region, country } : {}),
    },
    locale,
  );
  return address === '' ? [] : [{ text: address, href: null }];
}

/** In a preview, the owner may have moved to a place that is not saved yet. */
function importedLocation({ cv, resume }: ExportSource) {
  const imported = resumeWithLocation.safeParse(resume).data?.basics.location;
  if (!imported) return undefined;
  const { city, country } = cv.userInformation;
  const code = imported.countryCode;
  const former = { city: plainLine(imported.city), isoCode: isCountry(code) ? code : alpha3Country(code) };
  return hasMoved(former, { city: plainLine(city), isoCode: country?.isoCode }) ? undefined : imported;
}

function contactsOf(source: ExportSource): Linked[] {
  const country = alpha2Country(source.cv.userInformation.country?.isoCode ?? '');
  return source.cv.contacts.contact.flatMap(({ type, value }) => {
    if (plainLine(value) === '') return [];
    switch (type) {
      case 'public_email':
      case 'email':
        return [mailLink(value)];
      case 'phone':
      case 'mobile':
        return [phoneLink(value, country)];
      case 'form':
        return [webLink(value) ?? []].flat();
      default:
        return [{ text: `${plainLine(type)}: ${plainLine(value)}`, href: null }];
    }
  });
}

function linksOf(source: ExportSource): Linked[] {
  const { cv, printDisplay } = source;
  const links = cv.links.link.flatMap(({ type, url }) => {
    const link = webLink(url);
    return link === null ? [] : [{ text: withLabel(plainLine(type), link.text), href: link.href }];
  });
  const feed = webLink(cv.blog.rss);
  const isNew = feed !== null && links.every(({ href }) => href !== feed.href);
  const feeds = isNew ? [{ text: withLabel('RSS', feed.text), href: feed.href }] : [];
  const cvLink = printDisplay.displayConfig.url && cv.published ? webLink(cv.url) : null;
  return [...links, ...feeds, ...(cvLink === null ? [] : [cvLink])];
}

const genericLabels = ['', 'blog', 'website', 'web', 'site', 'homepage', 'url', 'portfolio', 'other'];

// Adds the label unless the host name contains it already: "Mastodon: hachyderm.io/@lena".
function withLabel(text: string, address: string): string {
  const host = (address.split('/')[0] ?? '').toLowerCase();
  const word = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return genericLabels.includes(word) || host.includes(word) ? address : `${text}: ${address}`;
}

function factsOf(source: ExportSource, locale: Locale, now: number): string[] {
  const shown = source.printDisplay.displayConfig;
  const { birthdate, maritalStatus, DriversLicence } = source.cv.userInformation;
  const age = shown.age ? yearsBetween(birthdate, now) : null;
  return [
    age === null ? '' : ageLabel(age, locale),
    shown.maritalStatus ? plainLine(maritalStatus) : '',
    shown.drivingLicence && DriversLicence === 1 ? drivingLicenceLabel(locale) : '',
  ].filter((fact) => fact !== '');
}
