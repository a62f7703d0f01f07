import type { Contact } from '@vitae/proto/cv-data';
import type { CvDraft } from '../cv/content.ts';
import { countryOf, stateOf } from './country.ts';
import { decodePhoto } from './photo.ts';
import { type Field, fieldAt, readList, readObject, readText, reportOtherFields } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';

type LinkDraft = CvDraft['links']['link'][number];

/** The source of a link: `basics.url` or the index of its profile. */
export type LinkSource = 'url' | number;

export type Basics = Pick<CvDraft, 'title' | 'presentation' | 'userInformation'> & {
  displayName: string;
  contacts: Contact[];
  links: LinkDraft[];
  linkSources: LinkSource[];
  image: string;
};

export function readBasics(report: Report, field: Field): Basics {
  const basics = readObject(report, field) ?? {};
  const text = (key: string, max: number) => readText(report, fieldAt(field.path, basics, key), max);
  const profiles = readProfiles(report, fieldAt(field.path, basics, 'profiles'));
  const website = readUrl(report, fieldAt(field.path, basics, 'url'));
  const displayName = typeof basics.name === 'string' ? basics.name.slice(0, 255).toWellFormed().trim() : '';
  const image = typeof basics.image === 'string' ? basics.image : '';
  const used = [...(displayName === '' ? [] : ['name']), ...(decodePhoto(image) === null ? [] : ['image'])];
  for (const key of used) report.imported(`${field.path}.${key}`);
  reportOtherFields(report, field.path, basics, [
    'label',
    'summary',
    'email',
    'phone',
    'url',
    'location',
    'profiles',
    ...used,
  ]);
  return {
    title: text('label', 255) ?? '',
    presentation: { title: null, text: text('summary', 20_000) ?? '' },
    userInformation: readLocation(report, fieldAt(field.path, basics, 'location')),
    displayName,
    image,
    contacts: [
      ...contact('public_email', text('email', 255)),
      ...contact('phone', text('phone', 255)),
      ...profiles.flatMap((profile) => profile.contact ?? []),
    ],
    links: [
      ...(website ? [{ id: undefined, type: 'website', url: website }] : []),
      ...profiles.flatMap((profile) => profile.link ?? []),
    ],
    linkSources: [
      ...(website ? ['url' as const] : []),
      ...profiles.flatMap((profile) => (profile.link ? [profile.index] : [])),
    ],
  };
}

const contact = (type: string, value: string | undefined): Contact[] => (value ? [{ type, value }] : []);

function readLocation(report: Report, field: Field): CvDraft['userInformation'] {
  const object = readObject(report, field) ?? {};
  const text = (key: string, max: number) => readText(report, fieldAt(field.path, object, key), max) || null;
  const isoCode = readCountry(report, fieldAt(field.path, object, 'countryCode'));
  const region = isoCode === 'USA' && typeof object.region === 'string' ? stateOf(object.region) : undefined;
  const location = {
    birthdate: '',
    maritalStatus: null,
    country: isoCode === undefined ? null : { isoCode },
    city: text('city', 255),
    zipcode: text('postalCode', 20),
    DriversLicence: false as const,
    ...(region === undefined ? {} : { state: region }),
  };
  if (region !== undefined) report.imported(`${field.path}.region`);
  reportOtherFields(report, field.path, object, [
    'countryCode',
    'city',
    'postalCode',
    ...(region === undefined ? [] : ['region']),
  ]);
  return location;
}

function readCountry(report: Report, { path, value }: Field): string | undefined {
  if (value === undefined) return undefined;
  const isoCode = typeof value === 'string' ? countryOf(value) : undefined;
  if (isoCode === undefined) report.kept(path, value === '' ? '' : 'not an ISO 3166-1 country');
  else if (/^[A-Z]{2}$/.test(String(value))) report.imported(path);
  else report.repaired(path, `interpreted as ${isoCode}`);
  return isoCode;
}

type Profile = { index: number; link?: LinkDraft; contact?: Contact };

/** The networks in the spelling of the specification. */
const NETWORKS = new Map(
  ['Twitter', 'LinkedIn', 'Viadeo', 'Google+', 'Delicious', 'Facebook', 'xing', 'plaxo', 'blog'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
const MESSENGERS = new Set(['skype', 'msn']);

function readProfiles(report: Report, field: Field): Profile[] {
  return readList(report, field, 100).flatMap((item, index) => {
    const profile = readObject(report, item);
    return profile === undefined ? [] : [readProfile(report, item.path, profile, index)];
  });
}

function readProfile(report: Report, path: string, profile: JsonObject, index: number): Profile {
  const network = typeof profile.network === 'string' ? profile.network.trim().slice(0, 60).toWellFormed() : '';
  const username = typeof profile.username === 'string' ? profile.username.slice(0, 255).toWellFormed() : '';
  if (MESSENGERS.has(network.toLowerCase()) && username !== '') {
    report.imported(`${path}.network`);
    report.imported(`${path}.username`);
    reportOtherFields(report, path, profile, ['network', 'username']);
    return { index, contact: { type: network.toLowerCase(), value: username } };
  }
  const url = readUrl(report, fieldAt(path, profile, 'url'));
  reportOtherFields(report, path, profile, url && network ? ['url', 'network'] : ['url']);
  if (url && network) report.imported(`${path}.network`);
  return url
    ? { index, link: { id: undefined, type: NETWORKS.get(network.toLowerCase()) ?? (network || 'website'), url } }
    : { index };
}

/** Reads an HTTP or HTTPS URL. A URL without a scheme gets `https`. */
function readUrl(report: Report, { path, value }: Field): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  const url = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : text;
  if (url.length > 2048 || !url.isWellFormed() || !/^https?:\/\/[^\s]+$/i.test(url)) {
    report.kept(path, text === '' ? '' : 'not an HTTP or HTTPS URL');
    return undefined;
  }
  if (url === value) report.imported(path);
  else report.repaired(path, `interpreted as ${url.slice(0, 200)}`);
  return url;
}
