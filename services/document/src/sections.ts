import type { CvData, Interest, Skill } from '@vitae/proto/cv-data';
import type { ExportSource } from '@vitae/proto/export-source';
import { importedItemsOf } from '@vitae/proto/json-resume-items';
import { formatPlace } from './address.ts';
import { formatDate, formatPeriod } from './dates.ts';
import type { Entry, Group, Picture, Section } from './document-model.ts';
import { importedPeriods } from './imported-periods.ts';
import { type ImportedWords, importedWordsOf } from './imported-words.ts';
import { contractLabel, gradeLabel, pictureLabel, skillLevelLabel } from './labels.ts';
import { linkTo } from './links.ts';
import type { Locale } from './locale.ts';
import { pictureOf } from './picture.ts';
import { plainLine, plainParagraphs, plainPoints, splitTexts } from './plain-text.ts';
import { portfolioContentOf } from './portfolio-content.ts';
import { resumeSectionsOf } from './resume-sections.ts';
import { mapInSlices, type Sliced } from './slices.ts';
import { punctuationOf } from './templates/punctuation.ts';

/** Returns the sections of a CV without hidden and empty ones; the template orders them. Yields before each item. */
export function* sectionsOf(source: ExportSource, locale: Locale): Sliced<Section[]> {
  const { cv, printDisplay } = source;
  const shown = printDisplay.displayConfig;
  const resume = yield* resumeSectionsOf(source.sections, locale);
  const imported = importedWordsOf(source);
  const heading = <K extends Section['kind']>(kind: K) => ({
    kind,
    heading: locale.words.headings[kind],
  });
  const sections: Section[] = [
    { ...heading('presentation'), content: 'text', paragraphs: shown.presentation ? presentation(cv) : [] },
    {
      ...heading('experiences'),
      content: 'entries',
      entries: shown.experiences ? yield* experiences(source, locale) : [],
    },
    {
      ...heading('educations'),
      content: 'entries',
      entries: shown.educations ? yield* educations(source, imported, locale) : [],
    },
    {
      ...heading('skills'),
      content: 'groups',
      groups: shown.skills ? yield* skills(cv.skills.skill, imported, locale) : [],
    },
    { ...heading('languages'), content: 'groups', groups: resume.languages },
    { ...heading('projects'), content: 'entries', entries: resume.projects },
    { ...heading('certificates'), content: 'entries', entries: resume.certificates },
    { ...heading('publications'), content: 'entries', entries: resume.publications },
    { ...heading('awards'), content: 'entries', entries: resume.awards },
    { ...heading('volunteer'), content: 'entries', entries: resume.volunteer },
    { ...heading('portfolios'), content: 'entries', entries: yield* portfolios(source, locale) },
    {
      ...heading('interests'),
      content: 'groups',
      groups: shown.interests ? interests(cv.interests.interest, locale) : [],
    },
    { ...heading('references'), content: 'quotes', quotes: resume.references },
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

function* experiences({ cv, logos, resume }: ExportSource, locale: Locale): Sliced<Entry[]> {
  const entries: Entry[] = [];
  const periods = importedPeriods(cv.experiences.experience, importedItemsOf(resume, 'work'));
  for (const [index, one] of cv.experiences.experience.entries()) {
    yield;
    const missions = one.missions.mission.map(({ description }) => description);
    entries.push(
      entry(one.title, one.company, {
        place: formatPlace(one, locale),
        period: formatPeriod({ ...periods[index], ongoing: true }, locale),
        note: contractLabel(one.contractType, locale),
        paragraphs: plainParagraphs(one.description),
        points: yield* splitTexts(missions, plainPoints),
        logo: logoOf(logos, one.logo, pictureLabel('logo', plainLine(one.company), locale)),
      }),
    );
  }
  return entries;
}

function logoOf(logos: ExportSource['logos'], path: string | null, description: string): Picture | null {
  const logo = path !== null && Object.hasOwn(logos, path) ? logos[path] : undefined;
  return logo ? pictureOf(logo, description) : null;
}

function* educations(
  { cv, resume }: ExportSource,
  { grades, degrees }: ImportedWords,
  locale: Locale,
): Sliced<Entry[]> {
  const entries: Entry[] = [];
  const periods = importedPeriods(cv.educations.education, importedItemsOf(resume, 'education'));
  for (const [index, one] of cv.educations.education.entries()) {
    yield;
    const period = formatPeriod({ ...periods[index], ongoing: true }, locale);
    const details = educationDetails(plainParagraphs(one.description), grades[index] ?? '', locale);
    const degree = joinedDegree(degrees[index], locale) ?? one.degree;
    entries.push(entry(degree, one.school, { period, ...details }));
  }
  return entries;
}

/** Joins type and field of a degree with the comma of the language. In a Latin phrase, the comma is Latin. */
function joinedDegree(parts: readonly string[] | undefined, { language }: Locale): string | undefined {
  return parts?.join(
    /\p{L}/u.test(parts.join('').replaceAll(/\p{Script=Latin}/gu, '')) ? punctuationOf(language).facts : ', ',
  );
}

/** Longer imported levels and grades are shown as paragraphs. */
const MAX_WORDS_LENGTH = 60;

// An imported degree has its grade on the first line and one course on each further line.
function educationDetails(lines: string[], imported: string, locale: Locale): Partial<Entry> {
  const [first = ''] = lines;
  const isImported = first !== '' && first === imported && first.length <= MAX_WORDS_LENGTH;
  const grade = isImported || /^[\d.,/%+\sA-F-]{1,12}$/.test(first) ? first : undefined;
  const rest = grade === undefined ? lines : lines.slice(1);
  const isCourseList = rest.length > 1 && rest.every((line) => line.length <= 80 && !/[.!?:;。]$/.test(line));
  return {
    note: grade === undefined ? null : gradeLabel(grade, locale),
    paragraphs: isCourseList ? [] : rest,
    keywords: isCourseList ? rest : [],
  };
}

function portfolios({ cv, logos }: ExportSource, locale: Locale): Sliced<Entry[]> {
  return mapInSlices(cv.portfolios.portfolio, (one) => {
    const { url, ...content } = portfolioContentOf(one);
    const logo = logoOf(logos, one.path, plainLine(one.title));
    const details = { period: formatDate(one.createDate, locale), ...content, logo };
    return { ...entry(one.title, '', details), title: linkTo(plainLine(one.title), url) };
  });
}

// Without a title, the organisation becomes the title.
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

function* skills(list: Skill[], { levels }: ImportedWords, locale: Locale): Sliced<Group[]> {
  const groups: Group[] = [];
  for (const [index, skill] of list.entries()) {
    const imported = levels[index] ?? '';
    const texts = [detailsOf(skill, imported), ...skill.children.skill.map((child) => detailsOf(child))];
    groups.push({
      title: plainLine(skill.title),
      level: (skill.level !== null && imported) || levelText(skill, locale, imported),
      items: yield* mapInSlices(skill.children.skill, (child) => skillText(child, locale)),
      details: yield* splitTexts(texts, plainParagraphs),
    });
  }
  return byLevel(groups, list) ?? groups;
}

/** Longer lists of skills that have nothing but a level are easier to read by level: "Expert: Java, Go". */
const MAX_UNGROUPED_SKILLS = 8;
const MAX_LEVELS = 6;
const MAX_SKILLS_WITHOUT_LEVEL = 3;

/**
 * Returns a group for each level, the highest first, and then the few skills without a level. Returns undefined for short
 * lists, and if skills have parts, details or many different levels.
 */
function byLevel(groups: readonly Group[], skills: readonly Skill[]): Group[] | undefined {
  const isSingle = ({ items, details }: Group) => items.length + details.length === 0;
  const unleveled = groups.filter(({ level }) => level === null);
  const leveled = skills.flatMap(({ level }, index) =>
    level && groups[index] ? { ...groups[index], rank: level } : [],
  );
  // A level without a number may be any short text.
  const hasNumbers = leveled.length + unleveled.length === groups.length;
  const isLong = leveled.length > MAX_UNGROUPED_SKILLS && unleveled.length <= MAX_SKILLS_WITHOUT_LEVEL;
  if (!isLong || !hasNumbers || !groups.every(isSingle)) return undefined;
  const levels = Map.groupBy(leveled, ({ level }) => level ?? '');
  if (levels.size > MAX_LEVELS) return undefined;
  const highest = (members: typeof leveled) => Math.max(...members.map(({ rank }) => rank));
  const grouped = [...levels]
    .toSorted(([, one], [, other]) => highest(other) - highest(one))
    .map(([title, members]): Group => {
      const items = members.map((one) => one.title);
      return { title, isLevel: true, level: null, items, details: [] };
    });
  return [...grouped, ...unleveled];
}

// "Databases (Advanced, PostgreSQL, MongoDB (Expert))"
function skillText(skill: Skill, locale: Locale): string {
  const level = levelText(skill, locale);
  return withInner(
    skill.title,
    [level ?? '', ...skill.children.skill.map((child) => skillText(child, locale))],
    locale,
  );
}

/** Returns the label of the level. A level that is not known, such as "magna cum laude", is in the details. */
function levelText(skill: Skill, locale: Locale, imported = ''): string | null {
  return isLevelInDetails(skill, imported) ? plainLine(skill.details) : skillLevelLabel(skill.level, locale);
}

const detailsOf = (skill: Skill, imported = '') => (isLevelInDetails(skill, imported) ? null : skill.details);

function isLevelInDetails({ level, details }: Skill, imported: string): boolean {
  if (level !== null) return false;
  const isImported = imported !== '' && imported.length <= MAX_WORDS_LENGTH && plainLine(details) === imported;
  return isImported || isLevelWord(details);
}

/** Returns whether a text is short enough to be read as a level: a few words that are neither sentence nor list. */
function isLevelWord(details: string | null): boolean {
  return /^[^\n,;:!?、，；：。！？]{1,40}$/.test(details?.trim() ?? '') && !/\.(?:\s|$)/.test(details?.trim() ?? '');
}

function interests(list: Interest[], locale: Locale): Group[] {
  return list.map((interest) => ({
    title: plainLine(interest.title),
    level: null,
    items: (interest.children?.interest ?? []).map((one) => interestText(one, locale)),
    details: [],
  }));
}

function interestText(interest: Interest, locale: Locale): string {
  const inner = (interest.children?.interest ?? []).map((one) => interestText(one, locale));
  return withInner(interest.title, inner, locale);
}

function withInner(title: string, inner: string[], { language }: Locale): string {
  const { list, gap, brackets } = punctuationOf(language);
  const shown = inner.filter((text) => text !== '').join(list);
  return shown === '' ? plainLine(title) : `${plainLine(title)}${gap}${brackets.join(shown)}`;
}
