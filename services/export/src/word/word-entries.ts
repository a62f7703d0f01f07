import type { Entry } from '@vitae/document/document-model';
import { entryStaysTogether, staysTogether } from '@vitae/document/page-breaks';
import { periodComesFirst } from '@vitae/document/templates/template';
import { templateOf } from '@vitae/document/templates/templates';
import { noBreak } from '@vitae/document/templates/unbroken-items';
import { HeadingLevel, type IRunPropertiesOptions, type ParagraphChild, Tab, TextRun } from 'docx';
import { type Block, keepTogether, prose, releaseLast, splitting } from './blocks.ts';
import { titleLines } from './line-breaks.ts';
import { hex, itemText, type Theme, twips } from './theme.ts';
import { titleTabs, titleWidth } from './word-grid.ts';
import { logoRun } from './word-picture.ts';
import { BULLETS } from './word-styles.ts';
import { linkedRuns, listRuns, runs, separator } from './word-text.ts';

/** The paragraphs of an entry: title and facts, texts, list, keywords. `before` is the space above it in millimeters. */
export function entryBlocks(entry: Entry, before: number, theme: Theme): Block[] {
  const { gaps } = theme.measures;
  const blocks = entryTop(entry, before, theme);
  entry.paragraphs.forEach((text, index) => {
    blocks.push({ ...prose(text, theme), before: index === 0 ? gaps.prose : gaps.paragraph });
  });
  // A list starts on the same page as the line that introduces it, and its last two points stay together.
  keepLastWithNext(blocks, entry.points.length > 0);
  entry.points.forEach((text, index) => {
    // The margins of the list and of its first point collapse, as on the printed page.
    const space = index === 0 ? Math.max(gaps.points, gaps.point) : gaps.point;
    const keepsNext = index === entry.points.length - 2 || (theme.splits && index === 0 && entry.points.length > 1);
    blocks.push({ ...point(text, theme), before: space, keepWithNext: keepsNext });
  });
  keepLastWithNext(blocks, entry.keywords.length > 0);
  if (entry.keywords.length > 0) {
    const keywords = entry.keywords.map((keyword) => itemText(keyword, theme));
    const children = listRuns(keywords, theme);
    blocks.push({ style: 'Keywords', children, before: gaps.keywords, ...splitting(keywords.join(theme.signs.list)) });
  }
  return entryStaysTogether(entry) && !theme.splits ? keepTogether(blocks) : releaseLast(blocks);
}

function keepLastWithNext(blocks: Block[], when: boolean): void {
  const last = blocks.at(-1);
  if (last && when) last.keepWithNext = true;
}

/** The title with dates and logo at tab stops, then the facts. */
function entryTop(entry: Entry, before: number, theme: Theme): Block[] {
  const { dates, organisation } = theme.template.entry;
  const { linkMark, text } = theme.palette;
  const isBeside = organisation === 'beside';
  const factTexts = [entry.organisation?.text, entry.place, entry.note].filter((fact) => typeof fact === 'string');
  const period = entry.period === null ? [] : runs(periodText(entry.period, theme), theme, PERIOD);
  const hasTab = entry.logo !== null || (dates === 'end' && period.length > 0);
  const lines = linesOf([entry.title.text, ...(isBeside ? factTexts : [])], { entry, hasTab }, theme);
  const facts = factRuns(entry, theme, isBeside ? lines.slice(1) : []);
  const title = [
    ...linkedRuns(entry.title, theme, { color: hex(text), mark: linkMark }, lines[0]),
    ...(isBeside && facts.length > 0 ? [separator(theme.signs.facts, theme, NOT_BOLD), ...facts] : []),
  ];
  const head: Block = {
    heading: HeadingLevel.HEADING_2,
    before,
    children: titleLine(title, period, entry, theme),
    tabStops: titleTabs(theme, entry.logo !== null),
    indent: titleIndent(entry, hasTab, theme),
    keepWithNext: true,
    ...splitting(entry.title.text, ...(isBeside ? factTexts : [])),
  };
  const factLine: Block[] =
    isBeside || facts.length === 0
      ? []
      : [{ style: 'EntryFacts', children: facts, keepWithNext: true, ...splitting(...factTexts) }];
  const periodLine: Block[] =
    dates === 'text' && period.length > 0 ? [{ style: 'EntryPeriod', children: period, keepWithNext: true }] : [];
  return periodComesFirst(templateOf(theme.model))
    ? [head, ...periodLine, ...factLine]
    : [head, ...factLine, ...periodLine];
}

const NOT_BOLD = { bold: false };
const PERIOD = { style: 'Period', ...NOT_BOLD };

/** Dates at the end of a line do not break. */
function periodText(period: string, { template }: Theme): string {
  return template.entry.dates === 'end' ? noBreak(period) : period;
}

/** Dates before a title extend into the margin. Word processors show no tab after the end of the indented lines. */
function titleIndent({ logo, period }: Entry, hasTab: boolean, theme: Theme) {
  const { grid, template } = theme;
  const start = twips(grid.start);
  return {
    start,
    end: hasTab ? 0 : twips(grid.width - grid.start - titleWidth(theme, logo !== null)),
    hanging: template.entry.dates === 'start' && period !== null ? start : 0,
  };
}

/** Breaks a title before the dates or the logo at the end of its line. Other titles break at their indent. */
function linesOf(texts: string[], { entry, hasTab }: { entry: Entry; hasTab: boolean }, theme: Theme): string[][] {
  if (!hasTab) return texts.map((text) => [text]);
  const { type } = theme.measures;
  const shown = texts.map((text, index) => ({
    text: index === texts.length - 1 ? text : `${text}${theme.signs.facts}`,
    size: index === 0 ? type.entry : type.body,
    bold: index === 0,
  }));
  const lines = titleLines(shown, titleWidth(theme, entry.logo !== null), theme);
  return lines.map((one, index) =>
    index === texts.length - 1 ? one : [...one.slice(0, -1), one.at(-1)?.slice(0, -theme.signs.facts.length) ?? ''],
  );
}

const tab = () => new TextRun({ children: [new Tab()], bold: false });

function titleLine(title: ParagraphChild[], period: ParagraphChild[], { logo }: Entry, theme: Theme): ParagraphChild[] {
  const picture = logo === null ? undefined : logoRun(logo, theme);
  const atEnd = picture ? [tab(), picture] : [];
  switch (theme.template.entry.dates) {
    case 'start':
      return [...(period.length === 0 ? [] : [...period, tab()]), ...title, ...atEnd];
    case 'end':
      return [...title, ...atEnd, ...(period.length === 0 ? [] : [tab(), ...period])];
    case 'text':
      return [...title, ...atEnd];
  }
}

/** Organisation, place and note, separated by commas. */
function factRuns({ organisation, place, note }: Entry, theme: Theme, lines: readonly string[][]): ParagraphChild[] {
  const { linkMark, text } = theme.palette;
  const formatOf = (name: string) => ({ ...organisationFormat(name, text), mark: linkMark });
  const others = [place, note].filter((fact) => fact !== null);
  const linesOfFact = (text: string, index: number) => lines[index] ?? [text];
  const facts = [
    ...(organisation === null
      ? []
      : [linkedRuns(organisation, theme, formatOf(organisation.text), linesOfFact(organisation.text, 0))]),
    ...others.map((text, index) =>
      linkedRuns(
        { text, href: null },
        theme,
        { style: 'Facts', ...NOT_BOLD },
        linesOfFact(text, index + (organisation === null ? 0 : 1)),
      ),
    ),
  ];
  return facts.flatMap((fact, index) =>
    index === 0 ? fact : [separator(theme.signs.facts, theme, { style: 'Facts', ...NOT_BOLD }), ...fact],
  );
}

// Fonts of these scripts have no italic, so word processors would slant the characters. The printed page has none either.
const UPRIGHT_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u;

const organisationFormat = (name: string, color: string): IRunPropertiesOptions => ({
  style: 'Organisation',
  ...NOT_BOLD,
  color: hex(color),
  ...uprightIn(name),
});

function uprightIn(text: string): IRunPropertiesOptions {
  return UPRIGHT_SCRIPTS.test(text) ? { italics: false } : {};
}

function point(text: string, theme: Theme): Block {
  const { style: _, ...block } = prose(text, theme, theme.measures.indent);
  return { ...block, numbering: { reference: BULLETS, level: 0 }, keepLines: staysTogether([text]) };
}
