import type { ExportSource } from '@vitae/proto/export-source';
import { z } from 'zod';
import { type Culture, languageOf } from './culture.ts';
import { yearsBetween } from './dates.ts';
import type { Header, Linked, Picture } from './document-model.ts';
import { ageInWords, drivingLicenceWord, phrase } from './headings.ts';
import { mailLink, phoneLink, webLink } from './links.ts';
import { pictureOf } from './picture.ts';
import { showPlace } from './place.ts';
import { plainLine } from './plain-text.ts';

export function headerOf(source: ExportSource, culture: Culture, now: number): Header {
  const name = plainLine(source.displayName);
  const title = plainLine(source.cv.title);
  return {
    name: name || title || phrase('curriculum', languageOf(culture)),
    title: name !== '' && title !== '' && title !== name ? title : null,
    photo: photoOf(source, culture, name),
    contacts: [...whereabouts(source, culture), ...contactsOf(source), ...linksOf(source)],
    facts: factsOf(source, culture, now),
  };
}

function photoOf(source: ExportSource, culture: Culture, name: string): Picture | null {
  const { photo, printDisplay } = source;
  if (photo === null || !printDisplay.displayConfig.picture) return null;
  return pictureOf(photo, `${phrase('photo', languageOf(culture))} ${name}`);
}

// The street is not in the CV data shape; it stays where an imported JSON Resume has it.
const withStreet = z.object({
  basics: z.object({ location: z.object({ address: z.string() }) }),
});

function whereabouts(source: ExportSource, culture: Culture): Linked[] {
  const shown = source.printDisplay.displayConfig;
  const { city, zipcode, state, country } = source.cv.userInformation;
  const street = withStreet.safeParse(source.resume).data?.basics.location.address;
  const parts = [
    shown.address ? plainLine(street).replace(/,$/, '') : '',
    shown.address ? plainLine(zipcode) : '',
    shown.location ? showPlace({ city, state, country }, culture) : '',
  ].filter((part) => part !== '');
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  return [{ text: joinAddress([first, ...rest], plainLine(zipcode)), href: null }];
}

// "12 rue X, 75011 Paris, France": no comma between the code and the town.
function joinAddress(parts: string[], zipcode: string): string {
  return parts.reduce((line, part, index) => line + (parts[index - 1] === zipcode ? ' ' : ', ') + part);
}

function contactsOf(source: ExportSource): Linked[] {
  return source.cv.contacts.contact.flatMap(({ type, value }) => {
    if (plainLine(value) === '') return [];
    switch (type) {
      case 'public_email':
      case 'email':
        return [mailLink(value)];
      case 'phone':
      case 'mobile':
        return [phoneLink(value)];
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
  const own = printDisplay.displayConfig.url && cv.published ? webLink(cv.url) : null;
  return own === null ? links : [...links, own];
}

// A label that the address does not already say: "Mastodon: hachyderm.io/@lena".
function withLabel(label: string, address: string): string {
  const host = (address.split('/')[0] ?? '').toLowerCase();
  const says = label.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const plain = ['', 'blog', 'website', 'web', 'site', 'homepage', 'url', 'portfolio', 'other'].includes(says);
  return plain || host.includes(says) ? address : `${label}: ${address}`;
}

function factsOf(source: ExportSource, culture: Culture, now: number): string[] {
  const shown = source.printDisplay.displayConfig;
  const { birthdate, maritalStatus, DriversLicence } = source.cv.userInformation;
  const age = shown.age ? yearsBetween(birthdate, now) : null;
  return [
    age === null ? '' : ageInWords(age, languageOf(culture)),
    shown.maritalStatus ? plainLine(maritalStatus) : '',
    shown.drivingLicence && DriversLicence === 1 ? drivingLicenceWord(languageOf(culture), culture === 'en_US') : '',
  ].filter((fact) => fact !== '');
}
