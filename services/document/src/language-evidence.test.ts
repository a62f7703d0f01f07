import { type Person, personSource } from '@vitae/test/support/document/person';
import { buildDocument } from './build-document.ts';

type Short = Partial<Pick<Person, 'title' | 'country' | 'profile' | 'languages' | 'interests' | 'skills'>> & {
  jobs?: [title: string, ...missions: string[]][];
  schools?: [degree: string, school: string][];
};

/** A CV with hardly any sentences, as it is imported without a culture. */
function languageOf({ jobs = [], schools = [], ...person }: Short): string {
  const source = personSource({
    name: 'Jo Müller',
    title: '',
    country: '',
    profile: '',
    culture: 'en_US',
    city: '',
    email: 'jo@example.com',
    phone: '',
    skills: [],
    ...person,
    jobs: jobs.map(([title, ...missions]) => ({
      title,
      company: 'Hochschule für Technik',
      start: '2025-03-01',
      missions,
    })),
    schools: schools.map(([degree, school]) => ({ degree, school, start: '2021-10-01', end: '2024-09-30' })),
  });
  return buildDocument(source, 0).language;
}

const KOELN = 'Universität zu Köln, Fakultät für Betriebswirtschaftslehre';

describe('the language of a CV with few sentences', () => {
  test.each<[string, string, Short]>([
    [
      'de',
      'a student in Cologne',
      {
        title: 'Student der Betriebswirtschaftslehre',
        country: 'DEU',
        jobs: [
          [
            'Praktikant im Controlling',
            'Erstellung monatlicher Berichte mit "Power BI"',
            'Mitarbeit am Projekt "Pünktlichkeit 2030"',
          ],
        ],
        schools: [['B. Sc., Betriebswirtschaftslehre', KOELN]],
        languages: [
          { language: 'Deutsch', fluency: 'Muttersprache' },
          { language: 'Englisch', fluency: 'B2' },
        ],
      },
    ],
    [
      'de',
      'a nurse in Vienna',
      {
        title: 'Diplomierte Krankenpflegerin',
        country: 'AUT',
        jobs: [['Krankenpflegerin', 'Betreuung der Patienten auf der Intensivstation und Einschulung neuer Kollegen']],
      },
    ],
    [
      'de',
      'a master student without an address',
      {
        title: 'Studentin der Wirtschaftsinformatik',
        jobs: [
          ['Werkstudentin', 'Pflege der Website und Betreuung von Kunden bei Fragen zum Produkt'],
          ['Praktikantin im Vertrieb', 'Vorbereitung von Angeboten für den Mittelstand'],
        ],
        schools: [['Master of Science, Wirtschaftsinformatik', 'TU Dresden']],
      },
    ],
    [
      'fr',
      'an apprentice in Lyon',
      {
        title: 'Apprentie pâtissière',
        country: 'FRA',
        jobs: [
          ['Stagiaire en pâtisserie', 'Préparation des desserts et accueil des clients dans une maison familiale'],
        ],
        languages: [{ language: 'français', fluency: 'langue maternelle' }],
      },
    ],
    [
      'es',
      'a waiter in Mexico',
      {
        title: 'Camarero',
        country: 'MEX',
        jobs: [['Camarero', 'Atención a los clientes y preparación de las mesas para el servicio de comidas']],
        languages: [{ language: 'Español', fluency: 'lengua materna' }],
      },
    ],
    [
      'it',
      'a student in Bologna',
      {
        title: 'Studentessa di lettere',
        country: 'ITA',
        jobs: [
          ['Tirocinante presso il museo', 'Accoglienza dei visitatori e gestione delle prenotazioni per le scuole'],
        ],
        languages: [{ language: 'Italiano', fluency: 'madrelingua' }],
      },
    ],
  ])('is detected: %s, %s', (language, _case, person) => {
    expect(languageOf(person)).toBe(language);
  });

  test.each<[string, Short]>([
    [
      'an English student in Germany',
      {
        title: 'Business student',
        country: 'DEU',
        jobs: [
          [
            'Intern, Controlling',
            'Prepared monthly reports with Power BI',
            'Worked on the project "Pünktlichkeit 2030"',
          ],
        ],
        schools: [['B. Sc., Betriebswirtschaftslehre', KOELN]],
        languages: [
          { language: 'German', fluency: 'native' },
          { language: 'English', fluency: 'C1' },
        ],
      },
    ],
    [
      'German names of departments as the only texts',
      {
        title: 'Software Engineer',
        country: 'DEU',
        jobs: [
          ['Software Engineer', 'Fraunhofer-Institut für Arbeitswirtschaft und Organisation'],
          ['Working student', 'Lehrstuhl für Mensch-Maschine-Kommunikation der Technischen Universität München'],
        ],
        schools: [['Diplom, Fachbereich für Mathematik und Informatik der Freien Universität', KOELN]],
      },
    ],
    [
      'German titles of theses and an English title',
      {
        title: 'Historian',
        country: 'AUT',
        jobs: [['Lecturer', 'Die Erforschung der Sprache in der Zeit der Aufklärung und danach, aus den Quellen']],
        schools: [['Magister, Geschichte der Neuzeit mit Schwerpunkt auf den Alpen', 'Universität Wien']],
      },
    ],
    [
      'English names of languages',
      {
        country: 'CHE',
        jobs: [['Kaufmann', 'Betreuung der Kunden bei Fragen zum Produkt und zur Abrechnung der Leistungen']],
        languages: [
          { language: 'German', fluency: 'C2' },
          { language: 'English', fluency: 'C1' },
        ],
      },
    ],
    [
      'Spanish names in Chile',
      {
        title: 'Teaching fellow',
        country: 'CHL',
        jobs: [['Teaching fellow', 'Facultad de Ciencias Físicas y Matemáticas de la Universidad de Chile, Santiago']],
      },
    ],
    [
      'French names in Canada',
      {
        title: 'Nurse',
        country: 'CAN',
        jobs: [['Registered Nurse', 'Centre hospitalier de l’Université de Montréal, unité des soins intensifs']],
      },
    ],
    ['hardly any German words', { country: 'DEU', jobs: [['Kellner', 'Bedienung', 'Abrechnung']] }],
  ])('remains English with %s', (_case, person) => {
    expect(languageOf(person)).toBe('en-US');
  });

  const SOPRANO: Short = {
    title: 'Soprano',
    jobs: [
      ['Susanna', 'Le nozze di Figaro di Mozart con il Coro della Scala'],
      ['Rosina', 'Il barbiere di Siviglia per il Teatro alla Pergola'],
    ],
    interests: ['Il trovatore'],
  };
  const TRANSLATIONS: Short = {
    title: 'Berlin – London',
    jobs: [
      ['2024', 'Die Vermessung der Welt und das Ende des Jahrhunderts'],
      ['2023', 'Eine Reise von Wien nach Prag mit dem letzten Zug'],
    ],
  };
  const THREE_WORDS: Short = {
    jobs: [['Kellnerin', 'Bedienung der Gäste, Abrechnung und Vorbereitung für Veranstaltungen']],
  };

  test.each<[string, string, string, Short, Short]>([
    ['opera titles', 'a name of the language', 'it', SOPRANO, { languages: [{ language: 'Italiano', fluency: '' }] }],
    ['opera titles', 'the address', 'it', SOPRANO, { country: 'ITA' }],
    ['opera titles', 'the title of the CV', 'it', SOPRANO, { title: 'Soprano di coloratura' }],
    ['opera titles', 'a skill', 'it', SOPRANO, { skills: [{ title: 'Lingue', parts: ['Italiano'] }] }],
    ['book titles', 'the address', 'de', TRANSLATIONS, { country: 'AUT' }],
    ['book titles', 'a degree', 'de', TRANSLATIONS, { schools: [['Diplom, Sprache und Kultur', 'Wien']] }],
    ['three frequent words', 'the address', 'de', THREE_WORDS, { country: 'DEU' }],
  ])('remains English with %s, unless %s confirms the language: %s', (...row) => {
    const [, , language, person, sign] = row;
    expect(languageOf(person)).toBe('en-US');
    expect(languageOf({ ...person, ...sign })).toBe(language);
  });

  test.each<[string, Short]>([
    ['an English profession', { ...SOPRANO, country: 'ITA', title: 'Singer' }],
    ['an English skill', { ...SOPRANO, country: 'ITA', skills: [{ title: 'Voice teaching' }] }],
    ['an English name of a language', { ...SOPRANO, country: 'ITA', skills: [{ title: 'X', parts: ['Italian'] }] }],
    ['an English profession beside book titles', { ...TRANSLATIONS, country: 'AUT', title: 'Translator' }],
  ])('remains English with other signs but %s', (_case, person) => {
    expect(languageOf(person)).toBe('en-US');
  });

  test.each([
    ['de', 'Professor für Recht'],
    ['fr', 'Assistant de direction'],
    ['es', 'Director de la escuela'],
  ])('is not taken for English because of a word that both have: %s, %s', (language, title) => {
    const prose = {
      de: ['Vorlesungen und Seminare für Studierende der Universität, Leitung des Instituts'],
      fr: ['Organisation des réunions et accueil des visiteurs dans les bureaux de la direction'],
      es: ['Gestión de los recursos y coordinación del equipo para el inicio de las clases'],
    }[language];
    expect(languageOf({ title, jobs: [[title, ...(prose ?? [])]] })).toMatch(language);
  });

  test('remains English if a third of many sentences is English', () => {
    const german = 'Betreuung der Kunden bei Fragen zum Produkt und zur Abrechnung der Leistungen des Hauses';
    const some = [german, german, 'I led a team, wrote reports each month, solved hard problems'];
    const short: Short = { title: 'Leiter für Kunden', country: 'DEU', jobs: [['Leiter', ...some]] };
    expect(languageOf(short)).toBe('de');
    expect(languageOf({ ...short, jobs: [['Leiter', ...some, ...some, ...some, ...some]] })).toBe('en-US');
  });
});
