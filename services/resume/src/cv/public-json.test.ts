import { cvData } from '@vitae/proto/cv-data';
import { defaultDisplay, type StoredCv } from '../model.ts';
import { createRenderer } from './public-json.ts';

const now = new Date('2026-03-20T10:00:00Z');
const renderer = createRenderer('https://cv.example');

const full: StoredCv = {
  id: 12,
  companyId: 1,
  userId: 7,
  revision: 3,
  culture: 'en_UK',
  completion: 0.9,
  main: true,
  published: true,
  indexed: false,
  protected: false,
  anonymized: false,
  recipient: '',
  status: 'draft',
  statusChangedAt: now,
  history: [],
  userSlug: 'ann',
  slug: 'engineer',
  token: 'TOKEN',
  links: [],
  linkPreview: { name: true, photo: true },
  display: defaultDisplay(),
  photo: null,
  password: null,
  managerId: null,
  tagIds: [],
  createdAt: now,
  updatedAt: new Date('2026-01-02T03:04:05.678Z'),
  content: {
    title: 'Engineer',
    professionalStatus: 1,
    availability: 3,
    blog: { rss: 'https://blog.example/rss' },
    // The keys are not in the order of the specification.
    userInformation: {
      state: 5,
      DriversLicence: 1,
      zipcode: '94115',
      city: 'San Francisco',
      country: { isoCode: 'USA' },
      maritalStatus: null,
      birthdate: '1990-02-28',
    },
    presentation: { text: 'Hello\n"world" é', title: null },
    experiences: {
      experience: [
        {
          missions: { mission: [{ description: 'Build' }] },
          description: null,
          logo: '/logos/a.png',
          state: null,
          country: { isoCode: 'FRA' },
          contractType: 1,
          end: '',
          start: '2021-03-01',
          city: 'Nantes',
          company: 'Acme',
          title: 'Dev',
          id: 31,
        },
      ],
    },
    educations: {
      education: [{ id: 41, school: 'ECN', start: '2010-09-01', end: '2013-06-30', degree: 'Ing.', description: '' }],
    },
    portfolios: {
      portfolio: [
        {
          id: 51,
          mediaType: 'image',
          title: 'P',
          description: '',
          createDate: '2019-01-01',
          content: { b: 1, a: [2] },
          embed: '',
          path: '',
          url: null,
        },
      ],
    },
    links: { link: [{ id: 61, type: 'Twitter', url: 'https://t.example' }] },
    contacts: { contact: [{ type: 'phone', value: '+33' }] },
    skills: {
      skill: [
        {
          title: 'Web',
          children: { skill: [{ title: 'CSS', children: { skill: [] }, level: 80, details: 'since 2010' }] },
          level: null,
          details: null,
        },
      ],
    },
    interests: {
      interest: [
        { title: 'Sea', children: { interest: [{ title: 'Sailing', children: null }] } },
        { title: 'Music', children: null },
      ],
    },
  },
};

test('renders the CV data of the specification byte for byte', () => {
  expect(renderer.render(full, now).json.toString()).toBe(
    '{"id":12,"userId":7,"title":"Engineer","url":"https://cv.example/p/ann","culture":"en_UK","completion":0.9,"seniority":2,' +
      '"updatedAt":"2026-01-02T03:04:05","professionalStatus":1,"availability":3,"blog":{"rss":"https://blog.example/rss"},' +
      '"userInformation":{"birthdate":"1990-02-28","maritalStatus":null,"country":{"isoCode":"USA"},"city":"San Francisco","zipcode":"94115","DriversLicence":1,"state":5},' +
      '"presentation":{"title":null,"text":"Hello\\n\\"world\\" é"},' +
      '"experiences":{"experience":[{"id":31,"title":"Dev","company":"Acme","city":"Nantes","start":"2021-03-01","end":"","contractType":1,' +
      '"country":{"isoCode":"FRA"},"state":null,"logo":"/logos/a.png","description":null,"missions":{"mission":[{"description":"Build"}]}}]},' +
      '"educations":{"education":[{"id":41,"school":"ECN","start":"2010-09-01","end":"2013-06-30","degree":"Ing.","description":""}]},' +
      '"portfolios":{"portfolio":[{"id":51,"mediaType":"image","title":"P","description":"","createDate":"2019-01-01","content":{"b":1,"a":[2]},"embed":"","path":"","url":null}]},' +
      '"links":{"link":[{"id":61,"type":"Twitter","url":"https://t.example"}]},' +
      '"contacts":{"contact":[{"type":"phone","value":"+33"}]},' +
      '"skills":{"skill":[{"title":"Web","children":{"skill":[{"title":"CSS","children":{"skill":[]},"level":80,"details":"since 2010"}]},"level":null,"details":null}]},' +
      '"interests":{"interest":[{"title":"Sea","children":{"interest":[{"title":"Sailing","children":null}]}},{"title":"Music","children":null}]},' +
      '"printable":{"pdf":"https://cv.example/c/TOKEN/export?format=pdf","odt":"https://cv.example/c/TOKEN/export?format=odt","doc":"https://cv.example/c/TOKEN/export?format=doc"},' +
      '"published":true,"indexed":false,"protected":false}',
  );
});

test('renders JSON that matches the schema of the contract', () => {
  const json: unknown = JSON.parse(renderer.render(full, now).json.toString());
  expect(cvData.parse(json)).toEqual(json);
});

test.each([
  [1, '"DriversLicence":1'],
  [null, '"DriversLicence":null'],
  [false, '"DriversLicence":false'],
] as const)('renders the driving licence %j as %s', (DriversLicence, expected) => {
  const cv = {
    ...full,
    content: { ...full.content, userInformation: { ...full.content.userInformation, DriversLicence } },
  };
  expect(renderer.render(cv, now).json.toString()).toContain(expected);
});

test('omits the state outside the USA and renders a missing country as null', () => {
  const show = (country: { isoCode: string } | null) =>
    renderer
      .render(
        { ...full, content: { ...full.content, userInformation: { ...full.content.userInformation, country } } },
        now,
      )
      .json.toString();
  expect(show({ isoCode: 'FRA' })).toContain(
    '"country":{"isoCode":"FRA"},"city":"San Francisco","zipcode":"94115","DriversLicence":1}',
  );
  expect(show(null)).toContain('"country":null,');
});

test('renders no printable files for a protected CV and a separate URL for a secondary CV', () => {
  const json: unknown = JSON.parse(renderer.render({ ...full, protected: true, main: false }, now).json.toString());
  expect(json).toMatchObject({
    url: 'https://cv.example/p/ann/engineer',
    printable: { pdf: null, odt: null, doc: null },
  });
});

test('treats a rendering as current for the same settings until the month ends', () => {
  const rendering = renderer.render(full, now);
  expect(renderer.isCurrent(rendering, new Date('2026-03-31T23:59:59Z'))).toBe(true);
  expect(renderer.isCurrent(rendering, new Date('2026-04-01T00:00:00Z'))).toBe(false);
  expect(createRenderer('https://other.example').isCurrent(rendering, now)).toBe(false);
});
