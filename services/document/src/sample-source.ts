import { defaultDisplayConfig } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';

/** Returns an export source with every section filled and every block shown, for tests and to warm up renderers. */
export function sampleSource(changes: Partial<ExportSource> = {}): ExportSource {
  return { ...base(), ...changes };
}

function base(): ExportSource {
  return {
    culture: 'en_US',
    anonymized: false,
    displayName: 'Jane Developer',
    owner: { firstname: 'Jane', lastname: 'Developer', email: 'account@example.com', phone: '', slug: 'jane' },
    printDisplay: { id: 'classic', color: '#1f4e79', displayConfig: { ...defaultDisplayConfig, url: true } },
    webDisplay: { id: 'classic', color: '#1f4e79' },
    photo: { contentType: 'image/png', base64: onePixel },
    logos: {},
    cv,
    sections,
    resume: {
      basics: {
        name: 'Jane Developer',
        location: { address: '123 Tech Street' },
      },
      'x-custom': [1, { deep: true }],
    },
  };
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const cv: ExportSource['cv'] = {
  id: 12,
  userId: 3,
  title: 'Full Stack Software Engineer',
  url: 'https://vitae.example.com/p/jane/main',
  culture: 'en_US',
  completion: 1,
  seniority: 2,
  updatedAt: '2026-01-01T00:00:00',
  professionalStatus: 0,
  availability: 0,
  blog: { rss: '' },
  userInformation: {
    birthdate: '1990-11-22',
    maritalStatus: 'Married',
    country: { isoCode: 'USA' },
    city: 'San Francisco',
    zipcode: '94102',
    DriversLicence: 1,
    state: 5,
  },
  presentation: { title: null, text: 'Builds web applications.\n\nMentors engineers.' },
  experiences: {
    experience: [
      {
        id: 1,
        title: 'Senior Software Engineer',
        company: 'TechCorp',
        city: 'Lyon',
        start: '2021-03-01',
        end: '',
        contractType: 1,
        country: { isoCode: 'FRA' },
        state: null,
        logo: null,
        description: 'Leads the platform team.',
        missions: {
          mission: [{ description: 'Designed the platform' }, { description: '- Cut the bill\n- Kept it simple' }],
        },
      },
    ],
  },
  educations: {
    education: [
      {
        id: 2,
        school: 'Berkeley',
        start: '2014-09-01',
        end: '2018-05-15',
        degree: 'Bachelor of Science',
        description: 'Honours',
      },
    ],
  },
  portfolios: {
    portfolio: [
      {
        id: 3,
        mediaType: 'url',
        title: 'A gallery',
        description: 'Of pictures',
        createDate: '2020-02-02',
        content: '',
        embed: '',
        path: '',
        url: 'https://gallery.example.com/',
      },
    ],
  },
  links: {
    link: [{ id: 4, type: 'Mastodon', url: 'https://hachyderm.io/@jane' }],
  },
  contacts: {
    contact: [
      { type: 'public_email', value: 'jane@example.com' },
      { type: 'mobile', value: '+1 (555) 123-4567' },
      { type: 'skype', value: 'jane.dev' },
    ],
  },
  skills: {
    skill: [
      {
        title: 'Backend',
        level: 95,
        details: null,
        children: {
          skill: [
            {
              title: 'Node.js',
              level: null,
              details: null,
              children: { skill: [] },
            },
          ],
        },
      },
    ],
  },
  interests: {
    interest: [
      {
        title: 'Open source',
        children: { interest: [{ title: 'Mentoring', children: null }] },
      },
    ],
  },
  printable: { pdf: null, odt: null, doc: null },
  published: true,
  indexed: true,
  protected: false,
};

const sections: ExportSource['sections'] = {
  volunteer: [
    {
      organization: 'Code for America',
      position: 'Volunteer',
      url: '',
      startDate: '2020',
      endDate: '2021',
      summary: 'Civic technology',
      highlights: ['Screened benefits'],
    },
  ],
  projects: [
    {
      name: 'A library',
      entity: 'Independent',
      type: 'application',
      description: 'Of components',
      roles: ['Creator'],
      keywords: ['React', 'TypeScript'],
      url: 'https://github.com/janedev/library',
      startDate: '2020-01',
      endDate: '2020-06',
      highlights: ['Fifty components'],
    },
  ],
  awards: [{ title: 'Top contributor', date: '2023-12-01', awarder: 'GitHub', summary: 'For 2023' }],
  certificates: [
    {
      name: 'Solutions Architect',
      date: '2023-04-10',
      issuer: 'AWS',
      url: 'https://aws.amazon.com/',
    },
  ],
  publications: [{ name: 'Scaling', publisher: 'ACM Queue', releaseDate: '2023-03', url: '', summary: 'A guide' }],
  languages: [{ language: 'English', fluency: 'Native speaker' }],
  references: [{ name: 'John Smith', reference: 'An exceptional engineer.' }],
};
