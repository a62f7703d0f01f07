import type { CvData, Interest, Skill } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { contractWord } from './contract-words.ts';
import { type Culture, languageOf } from './culture.ts';
import { showDate, showPeriod } from './dates.ts';
import type { Entry, Group, Picture, Section } from './document-model.ts';
import { phrase, sectionHeading } from './headings.ts';
import { keptSectionsOf } from './kept-sections.ts';
import { linkTo } from './links.ts';
import { pictureOf } from './picture.ts';
import { showPlace } from './place.ts';
import { plainLine, plainParagraphs, plainPoints } from './plain-text.ts';
import { skillLevelWord } from './skill-levels.ts';

/** The sections, in no particular order; hidden and empty ones are left out. */
export function sectionsOf(source: ExportSource, culture: Culture): Section[] {
  const { cv, printDisplay } = source;
  const shown = printDisplay.displayConfig;
  const kept = keptSectionsOf(source.sections, culture);
  const heading = <K extends Section['kind']>(kind: K) => ({
    kind,
    heading: sectionHeading(kind, languageOf(culture)),
  });
  const sections: Section[] = [
    { ...heading('presentation'), content: 'text', paragraphs: shown.presentation ? presentation(cv) : [] },
    {
      ...heading('experiences'),
      content: 'entries',
      entries: shown.experiences ? experiences(source, culture) : [],
    },
    {
      ...heading('educations'),
      content: 'entries',
      entries: shown.educations ? educations(cv, culture) : [],
    },
    {
      ...heading('skills'),
      content: 'groups',
      groups: shown.skills ? skills(cv.skills.skill, culture) : [],
    },
    { ...heading('languages'), content: 'groups', groups: kept.languages },
    { ...heading('projects'), content: 'entries', entries: kept.projects },
    { ...heading('certificates'), content: 'entries', entries: kept.certificates },
    { ...heading('publications'), content: 'entries', entries: kept.publications },
    { ...heading('awards'), content: 'entries', entries: kept.awards },
    { ...heading('volunteer'), content: 'entries', entries: kept.volunteer },
    { ...heading('portfolios'), content: 'entries', entries: portfolios(cv, culture) },
    {
      ...heading('interests'),
      content: 'groups',
      groups: shown.interests ? interests(cv.interests.interest) : [],
    },
    { ...heading('references'), content: 'quotes', quotes: kept.references },
  ];
  return sections.filter((section) => !isEmpty(section));
}

function isEmpty(section: Section): boolean {
  switch (section.content) {
    case 'text':
      return section.paragraphs.length === 0;
    case 'entries':
      return section.entries.length === 0;
    case 'groups':
      return section.groups.length === 0;
    case 'quotes':
      return section.quotes.length === 0;
  }
}

function presentation({ presentation: { title, text } }: CvData): string[] {
  return [...plainParagraphs(title), ...plainParagraphs(text)];
}

function experiences({ cv, logos }: ExportSource, culture: Culture): Entry[] {
  return cv.experiences.experience.map((one) =>
    entry(one.title, one.company, {
      place: showPlace(one, culture),
      period: showPeriod({ start: one.start, end: one.end, ongoing: true }, culture),
      note: contractWord(one.contractType, culture),
      paragraphs: plainParagraphs(one.description),
      points: one.missions.mission.flatMap((mission) => plainPoints(mission.description)),
      logo: logoOf(logos, one.logo, `${phrase('logo', languageOf(culture))} ${plainLine(one.company)}`),
    }),
  );
}

function logoOf(logos: ExportSource['logos'], path: string | null, description: string): Picture | null {
  const found = path !== null && Object.hasOwn(logos, path) ? logos[path] : undefined;
  return found ? pictureOf(found, description) : null;
}

function educations(cv: CvData, culture: Culture): Entry[] {
  return cv.educations.education.map((one) =>
    entry(one.degree, one.school, {
      period: showPeriod({ start: one.start, end: one.end, ongoing: true }, culture),
      ...educationDetails(plainParagraphs(one.description)),
    }),
  );
}

// An imported degree has its mark on the first line and a course on each of the others.
function educationDetails(lines: string[]): Partial<Entry> {
  const mark = /^[\d.,/%+\sA-F-]{1,12}$/.test(lines[0] ?? '') ? lines[0] : undefined;
  const rest = mark === undefined ? lines : lines.slice(1);
  const courses = rest.length > 1 && rest.every((line) => line.length <= 80 && !/[.!?:;。]$/.test(line));
  return { note: mark ?? null, paragraphs: courses ? [] : rest, keywords: courses ? rest : [] };
}

function portfolios(cv: CvData, culture: Culture): Entry[] {
  return cv.portfolios.portfolio.map((one) => {
    const made = entry(one.title, '', {
      period: showDate(one.createDate, culture),
      paragraphs: plainParagraphs(one.description),
    });
    return { ...made, title: linkTo(made.title.text, one.url) };
  });
}

/** An entry whose first line is never empty: without a title, the organisation takes its place. */
function entry(title: string, organisation: string, rest: Partial<Entry>): Entry {
  const [first = '', second] = [plainLine(title), plainLine(organisation)].filter((text) => text !== '');
  return {
    paragraphs: [],
    points: [],
    keywords: [],
    logo: null,
    ...rest,
    title: { text: first, href: null },
    organisation: second === undefined ? null : { text: second, href: null },
    place: rest.place || null,
    period: rest.period || null,
    note: rest.note || null,
  };
}

function skills(list: Skill[], culture: Culture): Group[] {
  return list.map((skill) => ({
    title: plainLine(skill.title),
    level: skillLevelWord(skill.level, languageOf(culture)),
    items: skill.children.skill.map((child) => skillText(child, culture)),
    details: [
      ...plainParagraphs(skill.details),
      ...skill.children.skill.flatMap((child) => plainParagraphs(child.details)),
    ],
  }));
}

// "Databases (Advanced, PostgreSQL, MongoDB (Expert))"
function skillText(skill: Skill, culture: Culture): string {
  const level = skillLevelWord(skill.level, languageOf(culture));
  return withInner(skill.title, [level ?? '', ...skill.children.skill.map((child) => skillText(child, culture))]);
}

function interests(list: Interest[]): Group[] {
  return list.map((interest) => ({
    title: plainLine(interest.title),
    level: null,
    items: (interest.children?.interest ?? []).map(interestText),
    details: [],
  }));
}

function interestText(interest: Interest): string {
  return withInner(interest.title, (interest.children?.interest ?? []).map(interestText));
}

function withInner(title: string, inner: string[]): string {
  const shown = inner.filter((text) => text !== '').join(', ');
  return shown === '' ? plainLine(title) : `${plainLine(title)} (${shown})`;
}
