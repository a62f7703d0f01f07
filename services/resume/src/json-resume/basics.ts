import type { Contact } from '@vitae/proto/cv-data';
import type { CvDraft } from '../cv/content.ts';
import { countryOf, stateOf } from './country.ts';
import { at, keepOthers, type Place, readList, readObject, readText } from './read-value.ts';
import type { JsonObject, Report } from './report.ts';

type LinkDraft = CvDraft['links']['link'][number];

/** Where a link of the CV came from: `basics.url`, or the place of its profile. */
export type LinkSource = 'url' | number;

export type Basics = Pick<CvDraft, 'title' | 'presentation' | 'userInformation'> & {
  displayName: string;
  contacts: Contact[];
  links: LinkDraft[];
  linkSources: LinkSource[];
  image: string;
};

export function readBasics(report: Report, place: Place): Basics {
  const basics = readObject(report, place) ?? {};
  const text = (key: string, max: number) => readText(report, at(place.path, basics, key), max);
  const profiles = readProfiles(report, at(place.path, basics, 'profiles'));
  const website = readUrl(report, at(place.path, basics, 'url'));
  keepOthers(report, place.path, basics, ['label', 'summary', 'email', 'phone', 'url', 'location', 'profiles']);
  return {
    title: text('label', 255) ?? '',
    presentation: { title: null, text: text('summary', 20_000) ?? '' },
    userInformation: readLocation(report, at(place.path, basics, 'location')),
    displayName: typeof basics.name === 'string' ? basics.name.slice(0, 255).toWellFormed().trim() : '',
    image: typeof basics.image === 'string' ? basics.image : '',
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

function readLocation(report: Report, place: Place): CvDraft['userInformation'] {
  const object = readObject(report, place) ?? {};
  const text = (key: string, max: number) => readText(report, at(place.path, object, key), max) || null;
  const isoCode = readCountry(report, at(place.path, object, 'countryCode'));
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
  if (region !== undefined) report.imported(`${place.path}.region`);
  keepOthers(report, place.path, object, [
    'countryCode',
    'city',
    'postalCode',
    ...(region === undefined ? [] : ['region']),
  ]);
  return location;
}

function readCountry(report: Report, { path, value }: Place): string | undefined {
  if (value === undefined) return undefined;
  const isoCode = typeof value === 'string' ? countryOf(value) : undefined;
  if (isoCode === undefined) report.kept(path, value === '' ? '' : 'not a country that ISO 3166-1 knows');
  else if (/^[A-Z]{2}$/.test(String(value))) report.imported(path);
  else report.repaired(path, `taken as ${isoCode}`);
  return isoCode;
}

type Profile = { index: number; link?: LinkDraft; contact?: Contact };

/** How the specification writes the networks that it documents. */
const NETWORKS = new Map(
  ['Twitter', 'LinkedIn', 'Viadeo', 'Google+', 'Delicious', 'Facebook', 'xing', 'plaxo', 'blog'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
const MESSENGERS = new Set(['skype', 'msn']);

function readProfiles(report: Report, place: Place): Profile[] {
  return readList(report, place, 100).flatMap((item, index) => {
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
    keepOthers(report, path, profile, ['network', 'username']);
    return { index, contact: { type: network.toLowerCase(), value: username } };
  }
  const url = readUrl(report, at(path, profile, 'url'));
  keepOthers(report, path, profile, url && network ? ['url', 'network'] : ['url']);
  if (url && network) report.imported(`${path}.network`);
  return url
    ? { index, link: { id: undefined, type: NETWORKS.get(network.toLowerCase()) ?? (network || 'website'), url } }
    : { index };
}

/** An http or https address; one without its scheme is given https. */
function readUrl(report: Report, { path, value }: Place): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  const whole = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : text;
  if (whole.length > 2048 || !whole.isWellFormed() || !/^https?:\/\/[^\s]+$/i.test(whole)) {
    report.kept(path, text === '' ? '' : 'not a web address');
    return undefined;
  }
  if (whole === value) report.imported(path);
  else report.repaired(path, `taken as ${whole.slice(0, 200)}`);
  return whole;
}
