import { readFileSync } from 'node:fs';
import { cvInput } from '@vitae/proto/cv-data';
import fc from 'fast-check';
import { itemKinds, itemsWithoutId, withIds } from '../cv/content.ts';
import { writeResume } from './export.ts';
import { isJsonResume, readResume } from './import.ts';
import { isObject, type JsonObject } from './report.ts';

const example = (name: string): JsonObject => {
  const document: unknown = JSON.parse(
    readFileSync(new URL(`../../../../deploy/local/examples/${name}`, import.meta.url), 'utf8'),
  );
  if (!isObject(document)) throw new TypeError(`${name} is not an object`);
  return document;
};
const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function importAndExport(document: JsonObject) {
  const { draft, sources } = readResume(document);
  const ids = Object.fromEntries(
    itemKinds.map((kind) => [kind, Array.from({ length: itemsWithoutId(draft, kind) }, (_, index) => index + 1)]),
  );
  const base = withIds(draft, ids as Record<(typeof itemKinds)[number], number[]>);
  return { base, sources, exported: writeResume(base, { document, base, sources }) };
}

/** Documents with the field names of JSON Resume and arbitrary values. */
const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const value = fc.oneof(
  anything,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('2014', '2014-06', 'Present', 'US', 'https://a.example', 'Master', '80%'),
);
const objectOf = (...keys: string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...keys, '__proto__', 'constructor', '$where', 'a.b'), fc.string()), value, {
    maxKeys: 8,
  });
const listOf = (...keys: string[]) =>
  fc.oneof(anything, fc.array(fc.oneof(objectOf(...keys), value), { maxLength: 4 }));
const hostileResume = fc.record(
  {
    basics: fc.oneof(
      anything,
      objectOf('name', 'label', 'image', 'email', 'phone', 'url', 'summary', 'location', 'profiles'),
    ),
    work: listOf(
      'name',
      'company',
      'position',
      'location',
      'description',
      'summary',
      'startDate',
      'endDate',
      'highlights',
    ),
    education: listOf('institution', 'area', 'studyType', 'startDate', 'endDate', 'score', 'courses'),
    skills: listOf('name', 'level', 'keywords'),
    interests: listOf('name', 'keywords'),
    volunteer: listOf('organization'),
    unknown: anything,
  },
  { requiredKeys: [] },
);

describe('a JSON Resume import', () => {
  test.each(['sample.resume.json', 'complete-resume.json', 'senior-engineer.resume.json'])(
    'is exported without changes: %s',
    (name) => {
      const document = example(name);
      expect(importAndExport(document).exported).toEqual(document);
    },
  );

  test('creates a valid CV and is exported without changes for any document', () => {
    fc.assert(
      fc.property(hostileResume, (generated) => {
        const document = jsonOf(generated);
        if (!isObject(document)) return;
        const { base, exported } = importAndExport(document);
        expect(JSON.stringify(exported)).toBe(JSON.stringify(document));
        cvInput.parse(jsonOf(base));
      }),
      { numRuns: 500 },
    );
  });

  test('reports invalid fields and imports all others', () => {
    const { draft, report } = readResume({
      basics: {
        name: 'Ann',
        label: 7,
        location: { countryCode: 'Atlantis', city: { x: 1 } },
        url: 'javascript:alert(1)',
      },
      work: [{ name: 'Acme', startDate: 'long ago', highlights: 'one' }, 'not a job'],
      education: null,
    });
    expect(draft.title).toBe('7');
    expect(draft.experiences.experience).toHaveLength(1);
    expect(draft.experiences.experience[0]).toMatchObject({
      company: 'Acme',
      start: '',
      missions: { mission: [{ description: 'one' }] },
    });
    expect(draft.links.link).toEqual([]);
    const outcomes = Object.fromEntries(report.map((row) => [row.path, `${row.outcome} ${row.note}`.trim()]));
    expect(outcomes).toMatchObject({
      'basics.name': 'imported',
      'basics.label': 'repaired converted from a number to text',
      'basics.location.countryCode': 'kept not an ISO 3166-1 country',
      'basics.location.city.x': 'kept',
      'basics.url': 'kept not an HTTP or HTTPS URL',
      'work[0].name': 'imported',
      'work[0].startDate': 'kept not a valid date',
      'work[1]': 'kept expected an object, received a string',
      education: 'kept expected a list, received null',
    });
  });

  test('reports which fields of other sections documents show', () => {
    const { report } = readResume({
      basics: {},
      languages: [{ language: 'French', fluency: '', dialect: 'Breton' }, 'German', 7],
      projects: [{ name: 'Oven', type: 'hobby', startDate: 'long ago', highlights: ['Hot'], keywords: [] }],
      certificates: { name: 'Hygiene', linkedIn: { 'License Number': '7' } },
      awards: [],
    });
    expect(report.map(({ path, outcome, note }) => [path, outcome, note])).toEqual([
      ['projects[0].name', 'kept', 'shown in documents'],
      ['projects[0].type', 'kept', ''],
      ['projects[0].startDate', 'kept', ''],
      ['projects[0].highlights', 'kept', 'shown in documents'],
      ['certificates.name', 'kept', 'shown in documents'],
      ['certificates.linkedIn.License Number', 'kept', ''],
      ['languages[0].language', 'kept', 'shown in documents'],
      ['languages[0].dialect', 'kept', ''],
      ['languages[1]', 'kept', 'shown in documents'],
      ['languages[2]', 'kept', ''],
    ]);
  });

  test('imports no dates of a period that ends before it starts', () => {
    const period = { startDate: '2020-05', endDate: '2019' };
    const { draft, report } = readResume({ basics: {}, work: [{ name: 'Acme', ...period }], education: [period] });
    expect(draft.experiences.experience[0]).toMatchObject({ company: 'Acme', start: '', end: '' });
    expect(draft.educations.education[0]).toMatchObject({ start: '', end: '' });
    expect(cvInput.safeParse(draft).success).toBe(true);
    expect(report).toContainEqual({ path: 'work[0].startDate', outcome: 'kept', note: 'after the end date' });
    expect(report).toContainEqual({ path: 'education[0].endDate', outcome: 'kept', note: 'before the start date' });
  });

  test('converts locations, dates, profiles and levels to the fields of a CV', () => {
    const { draft } = readResume({
      basics: {
        label: 'Programmer',
        email: 'r@h.example',
        location: { countryCode: 'US', region: 'California', city: 'San Francisco', postalCode: 94115 },
        profiles: [
          { network: 'linkedin', url: 'https://l.example/r' },
          { network: 'Skype', username: 'richard' },
          { network: 'SoundCloud' },
        ],
      },
      work: [
        { position: 'CEO', startDate: '2013', endDate: '2014-06' },
        { position: 'CTO', startDate: '2015-03-01', endDate: 'Present' },
      ],
      skills: [{ name: 'Web', level: 'Master', keywords: ['HTML'] }, 'Singing', { name: 'Go', level: 'so so' }],
    });
    expect(draft.userInformation).toMatchObject({
      country: { isoCode: 'USA' },
      state: 5,
      city: 'San Francisco',
      zipcode: '94115',
    });
    expect(draft.contacts.contact).toEqual([
      { type: 'public_email', value: 'r@h.example' },
      { type: 'skype', value: 'richard' },
    ]);
    expect(draft.links.link).toMatchObject([{ type: 'LinkedIn', url: 'https://l.example/r' }]);
    expect(draft.experiences.experience.map(({ start, end }) => [start, end])).toEqual([
      ['2013-01-01', '2014-06-30'],
      ['2015-03-01', ''],
    ]);
    expect(draft.skills.skill).toMatchObject([
      { title: 'Web', level: 100, children: { skill: [{ title: 'HTML' }] } },
      { title: 'Singing', level: null },
      { title: 'Go', level: null, details: 'so so' },
    ]);
  });

  test('treats markup as text and prototype keys as data', () => {
    const document: unknown = JSON.parse(
      '{"basics":{"label":"<script>x</script>","__proto__":{"polluted":1}},"__proto__":{"polluted":1}}',
    );
    if (!isJsonResume(document)) throw new TypeError('not JSON Resume');
    const { base, exported } = importAndExport(document);
    expect(base.title).toBe('<script>x</script>');
    expect(JSON.stringify(exported)).toBe(JSON.stringify(document));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a JSON Resume export after edits', () => {
  const edited = (
    change: (content: ReturnType<typeof importAndExport>['base']) => void,
    document: JsonObject = example('sample.resume.json'),
  ) => {
    const { base, sources } = importAndExport(document);
    const current = structuredClone(base);
    change(current);
    return { document, exported: writeResume(current, { document, base, sources }) };
  };

  test('changes only the edited fields', () => {
    const { document, exported } = edited((content) => {
      content.title = 'Founder';
      const [first] = content.experiences.experience;
      if (first) first.company = 'Pied Piper 2';
    });
    const work = (document.work as JsonObject[]).map((item, index) =>
      index === 0 ? { ...item, name: 'Pied Piper 2' } : item,
    );
    expect(exported).toEqual({ ...document, basics: { ...(document.basics as JsonObject), label: 'Founder' }, work });
  });

  test('removes, adds and keeps skills', () => {
    const { exported } = edited((content) => {
      content.skills.skill.shift();
      content.skills.skill.push({ title: 'Go', children: { skill: [] }, level: 76, details: null });
    });
    expect(exported.skills).toEqual([
      { name: 'Compression', level: 'Master', keywords: ['Mpeg', 'MP4', 'GIF'] },
      { name: 'Go', level: 'Advanced' },
    ]);
  });

  test('updates contacts, location and links', () => {
    const { exported } = edited((content) => {
      content.contacts.contact = [{ type: 'public_email', value: 'new@mail.example' }];
      content.userInformation = { ...content.userInformation, city: 'Nantes', country: { isoCode: 'FRA' } };
      delete content.userInformation.state;
      content.links.link = content.links.link.filter((link) => link.type !== 'SoundCloud');
    });
    expect(exported.basics).toMatchObject({
      email: 'new@mail.example',
      location: { city: 'Nantes', countryCode: 'FR' },
      url: 'http://richardhendricks.example.com',
      profiles: [{ network: 'Twitter', username: 'neutralthoughts', url: 'https://www.twitter.com' }],
    });
    expect(exported.basics).not.toHaveProperty('phone');
    expect(exported.basics).not.toHaveProperty('location.region');
  });

  type Place = { city?: string; countryCode?: string };
  test.each<[string, Place, Place, boolean]>([
    ['is unchanged', { city: 'Sao Paulo', countryCode: 'BR' }, { city: 'Sao Paulo' }, true],
    ['is spelled differently', { city: 'Sao Paulo', countryCode: 'BR' }, { city: 'São Paulo' }, true],
    ['gets its country', { city: 'Toronto' }, { countryCode: 'CAN' }, true],
    ['gets its city', { countryCode: 'DE' }, { city: 'München' }, true],
    ['is another city', { city: 'Sao Paulo', countryCode: 'BR' }, { city: 'Rio de Janeiro' }, false],
    ['is in another country', { city: 'London', countryCode: 'GB' }, { countryCode: 'CAN' }, false],
  ])('keeps the street and region of an address only if the owner has not moved: the address %s', (...row) => {
    const [, imported, change, isKept] = row;
    const detail = { address: '1 Main St', region: 'Region' };
    const { exported } = edited(
      ({ userInformation }) => {
        userInformation.zipcode = '12345';
        if (change.city) userInformation.city = change.city;
        if (change.countryCode) userInformation.country = { isoCode: change.countryCode };
      },
      { basics: { location: { ...imported, ...detail } } },
    );
    const { location } = exported.basics as { location: { address?: string; region?: string } };
    expect({ address: location.address, region: location.region }).toEqual(isKept ? detail : {});
  });
});
