import { sampleSource } from '@vitae/document/sample-source';
import { maxItems } from '@vitae/proto/cv-items';
import { type DisplayConfig, defaultDisplayConfig } from '@vitae/proto/display';
import { shownResume, shownResumeFile } from './shown-resume.ts';

const patch = [
  ['/userInformation/birthdate', '1990-11-22'],
  ['/userInformation/maritalStatus', 'secret status'],
  ['/userInformation/zipcode', 'secret zip'],
  ['/userInformation/city', 'secret town'],
  ['/userInformation/DriversLicence', 'secret licence'],
  ['/presentation/title', 'secret motto'],
  ['/experiences/experience/0/contractType', 'secret contract'],
  ['/educations/education/0/description', 'secret course'],
  ['/skills/skill/0/details', 'secret skill detail'],
  ['/interests/interest/0/title', 'secret hobby'],
  ['/availability', 'secret availability'],
  ['/unknown', 'secret unknown'],
].map(([path, value]) => ({ op: 'replace', path, value }));

const resume = {
  basics: {
    name: 'Jane',
    birthdate: 'never shown',
    summary: 'secret summary',
    image: 'https://example.com/secret.png',
    location: {
      address: 'secret street',
      postalCode: 'secret code',
      city: 'secret city',
      countryCode: 'secret country',
    },
  },
  work: [{ name: 'secret employer', 'x-salary': 'never shown' }],
  education: [{ institution: 'secret school' }],
  skills: [{ name: 'secret skill' }],
  interests: [{ name: 'secret interest' }],
  references: [{ name: 'Ada' }],
  'x-notes': 'never shown',
  meta: {
    note: 'never shown',
    canonical: 'https://example.com/never shown.json',
    version: 'v1.2.0',
    lastModified: '2026-03-01T10:00:00',
    vitae: { patch },
  },
};

const withDisplay = (displayConfig: DisplayConfig) => {
  const source = sampleSource({ resume });
  return { ...source, printDisplay: { ...source.printDisplay, displayConfig } };
};
const nothing = Object.fromEntries(
  Object.entries(defaultDisplayConfig).map(([name, value]) => [name, name === 'id' ? value : false]),
) as DisplayConfig;

describe('the JSON Resume in a document', () => {
  test('contains nothing that the print display hides', () => {
    const embedded = JSON.stringify(shownResume(withDisplay(nothing)));
    expect(embedded).not.toMatch(/secret|never shown|data:image|1990/);
    expect(embedded).toMatch(/Jane.*Ada/);
  });

  test.each([
    ['experiences', ['secret employer', 'secret contract']],
    ['educations', ['secret school', 'secret course']],
    ['skills', ['secret skill', 'secret skill detail']],
    ['interests', ['secret interest', 'secret hobby']],
    ['presentation', ['secret summary', 'secret motto']],
    ['address', ['secret street', 'secret code', 'secret zip']],
    ['location', ['secret city', 'secret country', 'secret town']],
    ['maritalStatus', ['secret status']],
    ['drivingLicence', ['secret licence']],
    ['picture', ['data:image/png']],
  ] as const)('contains what is shown with %s', (block, texts) => {
    const embedded = JSON.stringify(shownResume(withDisplay({ ...nothing, [block]: true })));
    for (const text of texts) expect(embedded).toContain(text);
    expect(embedded.match(/secret [a-z ]+/g)?.sort() ?? []).toEqual(
      texts.filter((text) => text.startsWith('secret')).sort(),
    );
  });

  test('contains no birthdate, unknown fields and remote pictures, even if everything is shown', () => {
    const embedded = JSON.stringify(shownResume(withDisplay({ ...defaultDisplayConfig, url: true })));
    expect(embedded).not.toMatch(/never shown|1990|secret availability|secret unknown|secret\.png/);
  });

  test('contains the metadata of the file, and the logos of the experiences that are shown', () => {
    const named = [
      { op: 'replace', path: '/experiences/experience/0/logo', value: '/logos/a.png' },
      { op: 'replace', path: '/portfolios/portfolio/0/path', value: '/logos/b.png' },
    ];
    const picture = { contentType: 'image/png' as const, base64: 'AAAA' };
    const source = {
      ...withDisplay({ ...nothing, experiences: true }),
      logos: { '/logos/a.png': picture, '/logos/b.png': picture },
      resume: { ...resume, meta: { ...resume.meta, vitae: { patch: named } } },
    };
    expect(shownResume(source)?.meta).toEqual({
      culture: source.culture,
      version: 'v1.2.0',
      lastModified: '2026-03-01T10:00:00',
      vitae: {
        patch: [named[0]],
        logos: { '/logos/a.png': 'data:image/png;base64,AAAA' },
        display: { id: 'classic', color: source.printDisplay.color },
      },
    });
    const hidden = { ...source.printDisplay, displayConfig: nothing };
    expect(shownResume({ ...source, printDisplay: hidden })?.meta).not.toHaveProperty('vitae.patch');
    const huge = { ...picture, base64: 'A'.repeat(1024 * 1024) };
    expect(shownResumeFile({ ...source, logos: { '/logos/a.png': huge } })).toEqual(
      shownResumeFile({ ...source, logos: {} }),
    );
    expect(shownResume({ ...source, anonymized: true })).toBeNull();
  });

  const simpleForms = {
    work: { company: 'secret employer', 'x-salary': 'never shown' },
    education: { institution: 'secret school' },
    skills: 'secret skill',
    interests: ['secret interest'],
    languages: ['French', 7],
    certificates: { name: 'Scrum Master', note: 'never shown' },
  };

  test('contains texts and single items in the form of JSON Resume 1.0', () => {
    const source = { ...withDisplay(defaultDisplayConfig), resume: simpleForms };
    expect(shownResume(source)).toMatchObject({
      work: [{ name: 'secret employer' }],
      education: [{ institution: 'secret school' }],
      skills: [{ name: 'secret skill' }],
      interests: [{ name: 'secret interest' }],
      languages: [{ language: 'French' }],
      certificates: [{ name: 'Scrum Master' }],
    });
    expect(JSON.stringify(shownResume(source))).not.toMatch(/never shown|company/);
  });

  test('contains all items of a list, also those that imports do not read', () => {
    const skills = Array.from({ length: maxItems + 1 }, (_, index) => ({ name: `Skill ${index}` }));
    expect(shownResume(sampleSource({ resume: { skills } }))?.skills).toEqual(skills);
  });

  test('contains no texts and single items of hidden sections', () => {
    const embedded = JSON.stringify(shownResume({ ...withDisplay(nothing), resume: simpleForms }));
    expect(embedded).not.toMatch(/secret|never shown/);
    expect(embedded).toMatch(/Scrum Master.*French/);
    expect(shownResume({ ...withDisplay(defaultDisplayConfig), resume: simpleForms, anonymized: true })).toBeNull();
  });

  test('omits a photo that would make it too large to import', () => {
    const photo = { contentType: 'image/png' as const, base64: 'A'.repeat(1024 * 1024) };
    const source = sampleSource({ photo, resume });
    expect(shownResumeFile(source)).toEqual(shownResumeFile({ ...source, photo: null }));
  });

  test('is missing in anonymized documents', () => {
    expect(shownResume(sampleSource({ anonymized: true, resume }))).toBeNull();
  });
});
