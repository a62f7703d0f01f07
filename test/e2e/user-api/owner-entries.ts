import { isResumeSection } from '@vitae/site/features/account/editor/resume-sections';
import {
  nameOf,
  rowFields,
  type SectionName,
  sectionNames,
  sectionOf,
} from '@vitae/site/features/account/editor/sections';

type Fields = Record<string, string | true>;

/** What the owner types in a form of each section. Checkboxes are `true`. Fields of rows are named `title.0`. */
export const typed: Record<SectionName, Fields> = {
  about: {
    title: 'Harbour Pilot',
    culture: 'fr_FR',
    professionalStatus: '3',
    availability: '1',
    rss: 'https://pilot.example/feed',
  },
  personal: {
    birthdate: '1988-02-29',
    maritalStatus: 'Married',
    zipcode: '99801',
    city: 'Juneau',
    country: 'USA',
    state: '1',
    DriversLicence: true,
  },
  presentation: { title: 'Steady hands', text: 'I bring large ships home.' },
  experiences: {
    title: 'Chief Pilot',
    company: 'Northern Port',
    city: 'Sitka',
    country: 'USA',
    state: '1',
    contractType: '1',
    start: '2011-04-15',
    end: '2019-11-02',
    description: 'A port in the ice.',
    'description.0': 'Piloted tankers',
    'description.1': 'Trained beginners',
  },
  educations: {
    degree: 'Master Mariner',
    school: 'Nautical Academy',
    start: '2006-09-01',
    end: '2010-06-30',
    description: 'With honours.',
  },
  skills: {
    title: 'Navigation',
    level: '95',
    details: 'By day and night.',
    'title.0': 'Radar',
    'level.0': '75',
    'details.0': 'In fog.',
    'depth.1': '2',
    'title.1': 'Doppler',
    'level.1': '45',
  },
  interests: { title: 'Music', 'title.0': 'Choir', 'depth.1': '2', 'title.1': 'Bass' },
  portfolios: {
    title: 'Chart of Sitka',
    url: 'https://charts.example/sitka',
    createDate: '2015-05-20',
    description: 'Depths of the inlet.',
    mediaType: 'image/tiff',
    content: 'Twelve sheets',
    embed: 'An embedded chart',
    path: 'charts/sitka.tiff',
  },
  links: { type: 'Mastodon', url: 'https://social.example/@pilot' },
  contacts: { type: 'skype', value: 'harbour.pilot' },
  languages: { language: 'Tlingit', fluency: 'Spoken at home' },
  projects: {
    name: 'Tide Tables',
    entity: 'Sitka Harbour Trust',
    roles: 'Surveyor\nEditor in chief',
    startDate: '2012-05',
    endDate: '2014-03-01',
    url: 'https://tides.example',
    description: 'Tables for small boats.',
    highlights: 'Measured 40 bays\nPrinted for free',
    keywords: 'Oceanography\nTypesetting',
  },
  certificates: {
    name: 'Master Unlimited',
    issuer: 'Coast Guard',
    date: '2010-07',
    url: 'https://licences.example/master',
  },
  publications: {
    name: 'Currents of the North',
    publisher: 'Fjord Press',
    releaseDate: '2016-08-09',
    url: 'https://fjord.example/currents',
    summary: 'An atlas of tidal streams.',
  },
  awards: { title: 'Golden Anchor', awarder: 'Seafarers Union', date: '2018', summary: 'For forty safe years.' },
  volunteer: {
    position: 'Sailing Teacher',
    organization: 'Youth on Boats',
    startDate: '2013',
    endDate: '2017-06',
    url: 'https://boats.example',
    summary: 'Lessons for beginners.',
    highlights: 'Taught 90 children\nRebuilt two dinghies',
  },
  references: { name: 'Captain Reyes', reference: 'She never hit a rock.' },
};

/** What the owner changes in the first entry of a section, which was imported. */
export const changed: Partial<Record<SectionName, Fields>> = {
  experiences: { 'description.2': 'Wrote the safety manual' },
  languages: { fluency: 'Learned from grandmother' },
};

/** Texts that visitors do not see, as their hints say. They are in the API, like professional status and availability. */
const HIDDEN = ['image/tiff', 'An embedded chart', 'charts/sitka.tiff'];
/** How visitors of a French CV see dates, options and addresses. */
const SHOWN_AS = [
  'Expérience professionnelle',
  'Alaska',
  'États-Unis',
  'Permis de conduire',
  'CDI',
  'avr. 2011',
  'nov. 2019',
  'sept. 2006',
  'juin 2010',
  'Expert',
  'Avancé',
  'Intermédiaire',
  'mai 2015',
  'mai 2012',
  'mars 2014',
  'juil. 2010',
  'août 2016',
  '2018',
  '2013 – juin 2017',
  'social.example/@pilot',
];

const valuesOf = (fields: Fields) => Object.values(fields).filter((value): value is string => value !== true);
/** Without numbers and codes. */
const textsOf = (section: SectionName) =>
  [typed[section], changed[section] ?? {}].flatMap(valuesOf).filter((value) => value.length > 3);

function ageOf(birthdate: string): number {
  const [year = 0, ...day] = birthdate.split('-').map(Number);
  const now = new Date();
  const today = [now.getUTCMonth() + 1, now.getUTCDate()];
  const isBeforeBirthday = (today[0] ?? 0) * 100 + (today[1] ?? 0) < (day[0] ?? 0) * 100 + (day[1] ?? 0);
  return now.getUTCFullYear() - year - (isBeforeBirthday ? 1 : 0);
}

const isAddress = (text: string) => text.startsWith('https:');

/** Everything that visitors read in the CV. */
export const shownTexts = [
  `${ageOf(String(typed.personal.birthdate))} ans`,
  ...sectionNames
    .flatMap(textsOf)
    .flatMap((text) => text.split('\n'))
    .filter((text) => !HIDDEN.includes(text) && !isAddress(text) && !/^\d{4}(-|$)/.test(text) && text !== 'fr_FR'),
  ...SHOWN_AS,
];

/** The addresses that a published CV leads to. */
export const shownAddresses = sectionNames
  .flatMap(textsOf)
  .filter((text) => isAddress(text) && !HIDDEN.includes(text))
  .sort();

/** Everything that applications read in the CV. The API has no sections of JSON Resume. */
export const textsInApi = sectionNames.filter((name) => !isResumeSection(name)).flatMap(textsOf);

/** Returns the sections and fields of the editor in which nothing is typed. */
export function untypedFields(): string[] {
  return sectionNames.flatMap((section) => {
    const { fields, rows } = sectionOf(section);
    const names = [...fields.map(nameOf), ...(rows ? rowFields[rows].map((field) => `${nameOf(field)}.0`) : [])];
    const entry: Fields = typed[section] ?? {};
    return names.filter((name) => !(name in entry)).map((name) => `${section}: ${name}`);
  });
}
