import { zipOf } from '@vitae/test/support/zip-of';
import { isZip, ZipRejection } from '../read-zip.ts';
import { readLinkedInExport } from './linkedin-resume.ts';

/** Content by file name. */
type Files = Record<string, string | Buffer>;

async function convert(files: Files) {
  const { content, leftOut } = await readLinkedInExport(await zipOf(files));
  return { resume: JSON.parse(content.toString()), leftOut: leftOut.map((one) => Object.values(one).join(' ').trim()) };
}

const SKILLS = { 'Skills.csv': 'Name\nRye\n' };
const POSITIONS = 'Company Name,Title,Description,Location,Started On,Finished On\n';

describe('the data export of LinkedIn', () => {
  test('becomes JSON Resume', async () => {
    const profile = [
      'First Name,Last Name,Headline,Summary,Address,Zip Code,Geo Location,Twitter Handles,Websites',
      'Ana,Lima,Baker,"Bakes ""good"" bread,\nand cake",Rua 1,4000,"Porto, Portugal",[ana],"[BLOG:https://a.example,OTHER:https://b.example]"',
    ];
    const { resume, leftOut } = await convert({
      'Profile.csv': `\uFEFF${profile.join('\r\n')}\r\n`,
      'Email Addresses.csv': 'Email Address,Confirmed,Primary\na@x.example,Yes,No\nb@x.example,Yes,Yes\n',
      'PhoneNumbers.csv': 'Extension,Number,Type\n,+351 1,Mobile\n',
      'Positions.csv': `${POSITIONS}Bread & Co,Baker,Bakes,Porto,Mar 2019,\n`,
      'Education.csv':
        'School Name,Start Date,End Date,Notes,Degree Name,Activities\nEscola,2015,03/2018,Top,Diploma,Chess\n',
      ...SKILLS,
      'Languages.csv': 'Name,Proficiency\nFrench,Native\n',
      'Certifications.csv':
        'Name,Url,Authority,Started On,Finished On,License Number\nHygiene,,City,"Mar 5, 2019",,7\n',
      'Projects.csv': 'Title,Description,Url,Started On,Finished On\nOven,,https://o.example,2020,Dec 2021\n',
    });
    expect(resume).toEqual({
      basics: {
        name: 'Ana Lima',
        label: 'Baker',
        email: 'b@x.example',
        phone: '+351 1',
        summary: 'Bakes "good" bread,\nand cake',
        location: { postalCode: '4000', city: 'Porto', region: 'Portugal' },
        profiles: [
          { network: 'blog', url: 'https://a.example' },
          { network: 'other', url: 'https://b.example' },
          { network: 'Twitter', username: 'ana', url: 'https://twitter.com/ana' },
        ],
      },
      work: [{ name: 'Bread & Co', position: 'Baker', summary: 'Bakes', location: 'Porto', startDate: '2019-03' }],
      education: [
        {
          institution: 'Escola',
          startDate: '2015',
          endDate: '2018-03',
          courses: ['Top', 'Chess'],
          studyType: 'Diploma',
        },
      ],
      skills: [{ name: 'Rye' }],
      languages: [{ language: 'French', fluency: 'Native' }],
      certificates: [{ name: 'Hygiene', issuer: 'City', date: '2019-03-05', linkedIn: { 'License Number': '7' } }],
      projects: [{ name: 'Oven', url: 'https://o.example', startDate: '2020', endDate: '2021-12' }],
    });
    expect(leftOut).toEqual([
      'column Profile.csv Address',
      'column PhoneNumbers.csv Type',
      'row Email Addresses.csv 2',
    ]);
  });

  test('has lines with bullets, which become highlights', async () => {
    const description = 'Leads the shift.\n• Bakes bread\n  - Sells cake – daily\n\nTeam of 5-6\n-1 is no bullet';
    const { resume } = await convert({
      'Positions.csv': `Title,Description\nBaker,"${description}"\nCook,•Soup\n`,
      'Projects.csv': 'Title,Description\nOven,"• Hot"\n',
    });
    expect(resume.work).toEqual([
      {
        position: 'Baker',
        summary: 'Leads the shift.\n\nTeam of 5-6\n-1 is no bullet',
        highlights: ['Bakes bread', 'Sells cake – daily'],
      },
      { position: 'Cook', highlights: ['Soup'] },
    ]);
    expect(resume.projects).toEqual([{ name: 'Oven', description: '• Hot' }]);
  });

  test('is read with missing, reordered and unknown columns, and reports what it omits', async () => {
    const { resume, leftOut } = await convert({
      'Profile.csv': 'Birth Date,first name\nMay 1,Ana\nMay 2,Eva\n',
      'Positions.csv': 'Title,Salary,__proto__\nBaker,100,x,more\n,200,,\n\n,,,\n',
      'Skills.csv': 'Nom\nSeigle\n',
      'Languages.csv': 'Name\n"French',
      'Projects.csv': Buffer.from('Title\n\xff\n', 'latin1'),
      'Connections.csv': 'First Name\nEva\n',
    });
    expect(resume).toEqual({
      basics: { name: 'Ana' },
      work: [{ position: 'Baker', linkedIn: JSON.parse('{"Salary":"100","__proto__":"x","Column 4":"more"}') }],
    });
    expect(leftOut.sort()).toEqual([
      'column Profile.csv Birth Date',
      'columns Skills.csv',
      'file Connections.csv',
      'missing Positions.csv Company Name, Description, Location, Started On, Finished On',
      'missing Profile.csv Last Name, Headline, Summary, Zip Code, Geo Location, Websites, Twitter Handles',
      'row Positions.csv 3',
      'row Profile.csv 3',
      'unreadable Languages.csv',
      'unreadable Projects.csv',
    ]);
  });

  test('is reported to miss columns whose content belongs in a CV', async () => {
    const { leftOut } = await convert({
      'Positions.csv': 'Company Name,Description\nBread & Co,Bakes\n',
      'Education.csv': 'School Name,Start Date,End Date,Notes,Activities\nEscola,2015,2018,Top,Chess\n',
      'Email Addresses.csv': 'Email Address\na@x.example\n',
      'Volunteering.csv': 'Role\n',
      ...SKILLS,
    });
    expect(leftOut).toEqual([
      'missing Positions.csv Title, Location, Started On, Finished On',
      'missing Education.csv Degree Name',
    ]);
  });

  test('is read in any letter case, and its missing columns are named as LinkedIn writes them', async () => {
    const { resume, leftOut } = await convert({
      'Certifications.csv': 'NAME,authority\nHygiene,City\n',
      'Publications.csv': 'Name\nBread\n',
    });
    expect(resume.certificates).toEqual([{ name: 'Hygiene', issuer: 'City' }]);
    expect(leftOut).toEqual([
      'missing Certifications.csv Url, Started On',
      'missing Publications.csv Publisher, Published On, Url, Description',
    ]);
  });

  test.each([
    ['Mar 2019', '2019-03'],
    ['Sept 2019', '2019-09'],
    ['5 Mar 2019', '5 Mar 2019'],
    ['2019', '2019'],
    ['03/2019', '2019-03'],
    ['13/2019', '13/2019'],
    ['Foo 2019', 'Foo 2019'],
  ])('has dates such as %s', async (written, expected) => {
    const { resume } = await convert({ 'Positions.csv': `Title,Started On\nBaker,${written}\n` });
    expect(resume.work).toEqual([{ position: 'Baker', startDate: expected }]);
  });

  test('is read from any folder', async () => {
    const zip = await zipOf({ 'AAAAA/Skills.csv': SKILLS['Skills.csv'], folderA: '' });
    const hostile = zip.toString('latin1').replaceAll('AAAAA/', '../..\\').replaceAll('folderA', 'folder/');
    const { content, leftOut } = await readLinkedInExport(Buffer.from(hostile, 'latin1'));
    expect(leftOut).toEqual([]);
    expect(JSON.parse(content.toString()).skills).toEqual([{ name: 'Rye' }]);
  });
});

describe('a ZIP file', () => {
  /** Changes the zip file, in which names and signatures occur once per header. */
  const changed = async (change: (zip: Buffer) => void, files: Files = SKILLS) => {
    const zip = await zipOf(files);
    change(zip);
    return zip;
  };
  const centralHeader = (zip: Buffer) => zip.indexOf('PK\u0001\u0002', 'latin1');
  const longHeader = `Name,${'x'.repeat(5_000)}\n`;

  test.each<[name: string, zip: () => Promise<Buffer>, fault: string, files?: string[]]>([
    ['is empty', () => zipOf({}), 'notLinkedIn'],
    ['has no files of LinkedIn', () => zipOf({ 'word/document.xml': '<x/>' }), 'notLinkedIn'],
    ['has files without rows', () => zipOf({ 'Skills.csv': 'Name\n', 'Profile.csv': '' }), 'notLinkedIn'],
    [
      'is in another language',
      () => zipOf({ 'Skills.csv': 'Nom\nPain\n', 'Positions.csv': 'Titre\nBoulanger\n' }),
      'linkedInColumns',
      ['Skills.csv', 'Positions.csv'],
    ],
    [
      'is in another language, with some words that are the same in English',
      () =>
        zipOf({
          'Skills.csv': 'Name\nBrot\n',
          'Profile.csv': 'Vorname\nAna\n',
          'Positions.csv': 'Titre,Description\nBoulanger,Pain\n',
        }),
      'linkedInColumns',
      ['Profile.csv', 'Positions.csv'],
    ],
    ['is truncated', async () => (await zipOf(SKILLS)).subarray(0, 60), 'damagedZip'],
    ['has a wrong checksum', () => changed((zip) => zip.writeUInt32LE(1, centralHeader(zip) + 16)), 'damagedZip'],
    ['has damaged content', () => changed((zip) => zip.fill(0xff, 40, 50)), 'damagedZip'],
    ['declares a wrong size', () => changed((zip) => zip.writeUInt32LE(3, centralHeader(zip) + 24)), 'damagedZip'],
    [
      'uses an unknown compression',
      () => changed((zip) => zip.writeUInt16LE(12, centralHeader(zip) + 10)),
      'damagedZip',
    ],
    ['is encrypted', () => changed((zip) => zip.writeUInt16LE(0x801, centralHeader(zip) + 8)), 'encryptedZip'],
    ['is strongly encrypted', () => changed((zip) => zip.writeUInt16LE(0x841, centralHeader(zip) + 8)), 'encryptedZip'],
    ['has too many files', () => changed((zip) => zip.writeUInt16LE(2_001, zip.length - 12)), 'largeZip'],
    ['is a ZIP bomb', () => zipOf({ 'Skills.csv': `Name\n${'x'.repeat(900_000)}` }), 'largeZip'],
    ['has a large file', () => zipOf({ 'Skills.csv': `Name\n${'x'.repeat(1_100_000)}` }, false), 'largeZip'],
    [
      'has large files in total',
      () => zipOf({ 'Skills.csv': 'Name\n'.repeat(110_000), 'a/Skills.csv': 'Name\n'.repeat(110_000) }, false),
      'largeZip',
    ],
    ['has too many rows', () => zipOf({ 'Skills.csv': 'Name\n'.repeat(5_002) }, false), 'largeZip'],
    ['has a row with too many columns', () => zipOf({ 'Skills.csv': `Name\n${',x'.repeat(201)}` }, false), 'largeZip'],
    [
      'has a row that is too long',
      () => zipOf({ 'Skills.csv': `Name\n${'x'.repeat(150_000)}` }, false),
      'linkedInColumns',
      ['Skills.csv'],
    ],
    [
      'becomes more than 1 MB of JSON',
      () => zipOf({ 'Skills.csv': longHeader + 'a,b\n'.repeat(300) }, false),
      'largeZip',
    ],
  ])('is rejected if it %s', async (_name, zip, fault, files = []) => {
    const content = await zip();
    expect(isZip(content)).toBe(true);
    const thrown = await readLinkedInExport(content).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ZipRejection);
    expect(thrown).toMatchObject({ fault, files });
  });
});
