import type { ExportSource } from '@vitae/proto/export-source';
import { type Job, type Person, personSource } from './person.ts';
import { portrait } from './pictures.ts';

const plain: Person = {
  name: 'Maximiliane Freifrau von Hohenstein-Wittgenstein-Berleburg',
  title: 'Leiterin der Abteilung für Unternehmenskommunikation',
  culture: 'de_DE',
  country: 'DEU',
  city: 'Garmisch-Partenkirchen',
  email: 'maximiliane.von.hohenstein-wittgenstein-berleburg@unternehmenskommunikation.example.com',
  phone: '+49 151 23456789',
  profile: 'Leitet seit zwölf Jahren Abteilungen der Unternehmenskommunikation.',
  jobs: [],
  schools: [],
  skills: [],
};

/** Words and URLs longer than a line, which must not overflow the page. */
export function longWordsSource(): ExportSource {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const longUrl = `https://example.com/${'abcdefghij0123456789'.repeat(12)}`;
  return personSource({
    ...plain,
    profile: `${plain.profile} ${word} ${longUrl}`,
    jobs: [
      {
        title: word,
        company: word,
        city: 'Wien',
        start: '2015-01-01',
        text: 'x'.repeat(400),
        missions: [word.repeat(3), longUrl],
      },
      { title: 'Referentin', company: 'Stadt', start: '2010-01-01', end: '2014-12-31', missions: [] },
    ],
    schools: [{ degree: 'Magistra', school: word, start: '2005-10-01', end: '2010-07-01' }],
    skills: [{ title: word, level: 90, parts: [word, word, 'kurz'] }],
    photo: portrait(600, 200),
  });
}

/** Emoji of one and of several code points among letters of many scripts. */
export function emojiSource(): ExportSource {
  return personSource({
    ...plain,
    name: 'Zoë 🌟 Ångström-Ñandú',
    title: 'Community 👩🏽‍💻 Lead · Πλατφόρμα & Русский',
    culture: 'en_UK',
    email: 'zoe@example.com',
    profile:
      'Loves 🚀 launches, 👨‍👩‍👧‍👦 families and 🏳️‍🌈 flags 🇫🇷🇯🇵. Ελληνικά, Русский, Tiếng Việt, हिन्दी, ไทย, עברית and العربية in one line. ½ ≤ ∑ → €.',
    jobs: [
      {
        title: 'Lead 🎯',
        company: 'Emoji & Sons ™',
        city: 'Łódź',
        start: '2020-01-01',
        missions: ['1️⃣ first', '✅ done ✔︎', '日本語 and 한국어 beside English'],
      },
    ],
    skills: [{ title: '🛠️ Tools', level: 80, parts: ['C++', 'C#', 'F♯'] }],
    interests: ['🎸 Guitar', '♟️ Chess'],
  });
}

/** A CV with the mandatory fields only. */
export function emptySource(): ExportSource {
  const source = personSource({ ...plain, name: '', title: '', city: '', email: '', phone: '', profile: '' });
  const nothing = {
    birthdate: '',
    maritalStatus: null,
    country: null,
    city: null,
    zipcode: null,
    DriversLicence: null,
  };
  return { ...source, cv: { ...source.cv, userInformation: nothing, contacts: { contact: [] }, published: false } };
}

/** Names, titles, organisations and contacts that take two lines in most templates, beside a photo. */
export function longTitlesSource(jobs = 6): ExportSource {
  const source = personSource({
    ...plain,
    name: 'Dr Montgomery Featherstonehaugh-Cholmondeley',
    title: 'Interim Chief Executive and Chair',
    culture: 'en_UK',
    country: 'GBR',
    city: 'Newcastle upon Tyne',
    email: 'montgomery.featherstone@example.com',
    phone: '+44 113 496 0000',
    profile: sentences(4, 0),
    jobs: Array.from({ length: jobs }, (_, index) => ({
      ...jobOf(index),
      title:
        index % 2 === 0
          ? 'Interim Managing Director, Manufacturing and Group Procurement, Northern Region'
          : 'Interim Chief Executive',
      company: index % 2 === 0 ? 'Northern & Midland Gas Distribution Holdings Limited' : 'Calder Textiles',
    })),
    skills: [{ title: 'Management', level: 95, parts: ['Turnaround', 'Finance', 'Negotiation'] }],
    languages: [{ language: 'English', fluency: 'Native speaker' }],
    photo: portrait(),
  });
  const link = [
    'featherstone-interim.example.com/about-me',
    'example.org/montgomery',
    'example.net/m-featherstone',
  ].map((address, index) => ({ id: index + 1, type: '', url: `https://${address}` }));
  return { ...source, cv: { ...source.cv, links: { link } } };
}

/** Documents at the limits of what a CV contains: very long titles, many skills, hardly any text. */
export const extremeSources = {
  // The API rejects longer ones.
  'titles of 255 characters': () => {
    const source = longCareerSource(3);
    const [first, ...others] = source.cv.experiences.experience;
    const title = textOfLength(255);
    const experience = first ? [{ ...first, title, company: title }, ...others] : [];
    return { ...source, cv: { ...source.cv, title, experiences: { experience } } };
  },
  // Only a JSON Resume has these, and their titles have no such limit.
  'titles of 300 characters': () => {
    const { sections, ...source } = longCareerSource(3);
    const [title, dated] = [textOfLength(300), { url: '', summary: '', startDate: '2020', endDate: '2021' }];
    return {
      ...source,
      sections: {
        ...sections,
        volunteer: [{ ...dated, position: title, organization: title, highlights: ['Screened benefits'] }],
        publications: [{ name: title, publisher: title, releaseDate: '2023-03', url: '', summary: 'A guide' }],
        awards: [{ title, awarder: title, date: '2023-12-01', summary: '' }],
        certificates: [{ name: title, issuer: title, date: '2023-04-10', url: 'https://example.com/' }],
        languages: [{ language: title, fluency: 'Native speaker' }],
        references: [{ name: title, reference: 'An exceptional engineer.' }],
      },
    };
  },
  '40 skills with levels': () => {
    const skills = Array.from({ length: 40 }, (_, index) => ({
      title: `Method ${index + 1}`,
      level: (index * 13) % 101,
    }));
    return personSource({ ...plain, jobs: [jobOf(0), jobOf(1)], skills });
  },
  'only a photo': () => ({ ...emptySource(), photo: portrait() }),
  'one line of text': () => {
    const source = emptySource();
    return { ...source, cv: { ...source.cv, presentation: { title: null, text: 'Available immediately.' } } };
  },
  'a header higher than a page': longHeaderSource,
  'several scripts in one line': severalScriptsSource,
} satisfies Record<string, () => ExportSource>;

/** A name and a profile with letters of many scripts. */
export function severalScriptsSource(): ExportSource {
  const profile = 'Русский, Ελληνικά, 日本語, 한국어, हिन्दी, ไทย, עברית, العربية, Tiếng Việt. ';
  return personSource({ ...plain, name: 'Ana 王 Иванова', profile: profile.repeat(5), jobs: [jobOf(0), jobOf(1)] });
}

/** Contacts that are higher than a page in a side column, below a photo and a long title. */
export function longHeaderSource(): ExportSource {
  const source = longCareerSource(3);
  const link = Array.from({ length: 24 }, (_, index) => ({
    id: index + 1,
    type: '',
    url: `https://network${index}.example.com/longworth/interim-management`,
  }));
  return { ...source, photo: portrait(), cv: { ...source.cv, title: textOfLength(255), links: { link } } };
}

function textOfLength(length: number): string {
  return 'Head of international plant engineering and '.repeat(7).slice(0, length);
}

/** A CV with many jobs: 60 fill twelve pages of the classic template. */
export function longCareerSource(jobs = 60): ExportSource {
  return personSource({
    ...plain,
    name: 'Edward Longworth',
    title: 'Interim manager',
    culture: 'en_UK',
    country: 'GBR',
    city: 'Leeds',
    email: 'edward@example.com',
    profile: sentences(5, 0),
    jobs: Array.from({ length: jobs }, (_, index) => jobOf(index)),
    schools: [
      {
        degree: 'Master of Business Administration',
        school: 'University of Leeds',
        start: '1985-09-01',
        end: '1988-06-30',
      },
    ],
    skills: [
      { title: 'Management', level: 95, parts: ['Turnaround', 'Finance', 'Negotiation'] },
      { title: 'Writing', level: 75 },
    ],
    languages: [{ language: 'English', fluency: 'Native speaker' }],
    interests: ['Rowing', 'Bridge'],
  });
}

function jobOf(index: number): Job {
  const year = 2026 - Math.floor(index / 2);
  return {
    title: `Interim manager, mandate ${index + 1}`,
    company: `Company ${String.fromCharCode(65 + (index % 26))} plc`,
    city: 'London',
    start: `${year}-01-01`,
    end: `${year}-06-30`,
    text: sentences(1 + (index % 3), 1000 + 100 * index),
    missions: Array.from({ length: (index * 5) % 8 }, (_, mission) =>
      sentences(1 + (mission % 2), 1011 + 101 * index + 10 * mission),
    ),
  };
}

// Each sentence is unique so that a test can locate it.
const phrases = [
  (id: number) => `Took over plant ${id} in difficulty and brought it back to profit within the year.`,
  (id: number) => `Negotiated contract ${id} with banks, suppliers and the works council.`,
  (id: number) => `Introduced report ${id}, weekly, that the board still uses.`,
  (id: number) => `Cut the lead time of line ${id} from eleven weeks to four, without new machines.`,
  (id: number) => `Hired and trained the permanent management of site ${id}, then handed over.`,
];

function sentences(count: number, from: number): string {
  const all = Array.from({ length: count }, (_, index) => phrases[(from + index) % phrases.length]?.(from + index));
  return all.join(' ');
}
