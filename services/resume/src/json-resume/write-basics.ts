import { alpha2Country } from '@vitae/proto/country-codes';
import type { Contact, Link } from '@vitae/proto/cv-data';
import { asList } from '@vitae/proto/json-resume-items';
import { hasMoved } from '@vitae/proto/moved-address';
import type { CvContent } from '../cv/content.ts';
import type { LinkSource } from './basics.ts';
import { stateName } from './country.ts';
import { assign, differs } from './merge-list.ts';
import { isObject, type JsonObject } from './report.ts';

/** Writes `basics` with the edits since the import. */
export function writeBasics(
  current: CvContent,
  base: CvContent,
  original: unknown,
  linkSources: readonly LinkSource[],
): unknown {
  const edited = (field: keyof CvContent) => differs(current[field], base[field]);
  const hasEdits = (['title', 'presentation', 'userInformation', 'contacts', 'links'] as const).some(edited);
  if (!hasEdits) return original;
  const out: JsonObject = isObject(original) ? { ...original } : {};
  if (edited('title')) assign(out, 'label', current.title);
  if (edited('contacts')) writeContacts(out, current.contacts.contact);
  if (differs(current.presentation.text, base.presentation.text)) assign(out, 'summary', current.presentation.text);
  if (edited('userInformation')) writeLocation(out, current.userInformation, base.userInformation);
  if (edited('links')) writeLinks(out, current.links.link, base.links.link, linkSources);
  return out;
}

function writeContacts(out: JsonObject, contacts: readonly Contact[]): void {
  const first = (...types: string[]) => contacts.find((contact) => types.includes(contact.type))?.value ?? '';
  assign(out, 'email', first('public_email'));
  assign(out, 'phone', first('phone', 'mobile'));
}

type Location = CvContent['userInformation'];

const placeOf = ({ city, country }: Location) => ({ city, isoCode: country?.isoCode });

function writeLocation(out: JsonObject, current: Location, base: Location): void {
  const location: JsonObject = isObject(out.location) ? { ...out.location } : {};
  if (current.city !== base.city) assign(location, 'city', current.city ?? '');
  if (current.zipcode !== base.zipcode) assign(location, 'postalCode', current.zipcode ?? '');
  if (differs(current.country, base.country)) {
    const isoCode = current.country?.isoCode ?? '';
    assign(location, 'countryCode', alpha2Country(isoCode) ?? isoCode);
  }
  // Owners cannot edit the street, and only states of the USA, so those of a former city would stay.
  if (hasMoved(placeOf(base), placeOf(current))) {
    delete location.address;
    if (current.state == null) delete location.region;
  }
  if ((current.state ?? null) !== (base.state ?? null))
    assign(location, 'region', current.state == null ? '' : (stateName(current.state) ?? ''));
  if (Object.keys(location).length > 0) out.location = location;
  else delete out.location;
}

/** Writes the first website as `url` and the other links as profiles. */
function writeLinks(
  out: JsonObject,
  current: readonly Link[],
  base: readonly Link[],
  sources: readonly LinkSource[],
): void {
  const originals = asList(out.profiles);
  const sourceOf = (link: Link) => sources[base.findIndex(({ id }) => id === link.id)];
  const website = current.find(
    (link) => sourceOf(link) === 'url' || (sourceOf(link) === undefined && link.type === 'website'),
  );
  if (website !== undefined || sources.includes('url')) assign(out, 'url', website?.url ?? '');
  const written = current
    .filter((link) => link !== website)
    .map((link) => {
      const source = sourceOf(link);
      const original = typeof source === 'number' ? originals[source] : undefined;
      const imported = base.find(({ id }) => id === link.id);
      if (!isObject(original)) return { network: link.type, url: link.url };
      return {
        ...original,
        ...(imported?.type === link.type ? {} : { network: link.type }),
        ...(imported?.url === link.url ? {} : { url: link.url }),
      };
    });
  const read = new Set(sources);
  assign(out, 'profiles', [...written, ...originals.filter((_profile, index) => !read.has(index))]);
}
