import type { DocumentModel } from '@vitae/document/document-model';
import { leadings } from '@vitae/document/templates/measures';
import { nameLeading } from '@vitae/document/templates/name-size';
import { complexScriptOf, isIdeographic, type Typeface, wordFonts } from '@vitae/document/templates/typefaces';
import {
  AlignmentType,
  type ICharacterStyleOptions,
  type IParagraphStyleOptions,
  type IPropertiesOptions,
  type IStylesOptions,
  LevelFormat,
} from 'docx';
import { hasTitleLine } from './line-breaks.ts';
import { border, halfPoints, hex, line, type Theme, twips } from './theme.ts';
import { contactIndent, personTitleIndent, textIndent } from './word-grid.ts';
import { headingDecoration, headingSpacing } from './word-headings.ts';

/** How far quotations are indented in the column of the text. */
export const QUOTE_INDENT_MM = 3.4;

export const BULLETS = 'points';

/** The named styles of the document, so that users can change all headings, lists or texts in one place. */
export function wordStyles(theme: Theme): Pick<IPropertiesOptions, 'styles' | 'numbering'> {
  return {
    styles: {
      default: { ...documentDefaults(theme), ...headings(theme) },
      paragraphStyles: paragraphStyles(theme),
      characterStyles: [DEFAULT_FONT, ...characterStyles(theme)],
    },
    numbering: { config: [{ reference: BULLETS, levels: [bullet(theme)] }] },
  };
}

function fontOf({ model }: Theme, typeface: Typeface) {
  const { latin, complex, eastAsia } = wordFonts(model, typeface);
  return { ascii: latin, hAnsi: latin, cs: complex, eastAsia };
}

function documentDefaults(theme: Theme): IStylesOptions['default'] {
  const { model, template, palette } = theme;
  const { type } = theme.measures;
  const size = halfPoints(type.body);
  return {
    document: {
      run: {
        font: fontOf(theme, template.typefaces.text),
        size,
        sizeComplexScript: size,
        color: hex(palette.text),
        // Applies kerning, as on the printed page, from this size in half points.
        kern: 2,
        language: languageOf(model),
      },
      paragraph: { spacing: { ...line(type.body, type.leading, theme), before: 0, after: 0 } },
    },
  };
}

function headings(theme: Theme): IStylesOptions['default'] {
  const { measures, palette, template } = theme;
  const { type } = measures;
  const centred = template.header === 'centered' && theme.model.header.photo === null;
  const font = fontOf(theme, template.typefaces.headings);
  const start = twips(theme.grid.start);
  return {
    title: {
      run: { size: halfPoints(type.name), bold: true, color: hex(palette.header.name), font },
      paragraph: {
        // A name that is higher in its line than on the printed page is lowered. Otherwise the page starts higher.
        spacing: { ...line(type.name, nameLeading(theme.model), theme), before: twips(Math.max(0, -theme.drops.name)) },
        keepNext: true,
        ...(centred ? { alignment: AlignmentType.CENTER } : {}),
      },
    },
    heading1: {
      run: { size: halfPoints(type.section), bold: true, color: hex(palette.heading.text), font },
      paragraph: {
        outlineLevel: 0,
        keepNext: true,
        keepLines: true,
        spacing: {
          // LibreOffice moves the frame of a heading into the text if it is higher than a text of one line beside it.
          ...(template.heading === 'margin'
            ? line(type.body, type.leading, theme)
            : line(type.section, leadings.section, theme)),
          ...headingSpacing(theme),
        },
        ...headingDecoration(theme),
      },
    },
    heading2: {
      run: { size: halfPoints(type.entry), bold: true, color: hex(palette.text) },
      paragraph: {
        outlineLevel: 1,
        keepNext: true,
        keepLines: true,
        spacing: line(type.entry, leadings.entry, theme),
        indent: { start, ...(template.entry.dates === 'start' ? { hanging: start } : {}) },
      },
    },
    // LibreOffice ignores where the lines of a list end.
    listParagraph: { paragraph: { indent: { end: twips(theme.grid.width - theme.grid.end) } } },
  };
}

function paragraphStyles(theme: Theme): IParagraphStyleOptions[] {
  const { measures, palette, template, rtl, drops } = theme;
  const { type, gaps, header } = measures;
  const space = (mm: number) => twips(Math.max(0, mm));
  const above = hasTitleLine(theme) ? drops.title : drops.name;
  const centred = template.header === 'centered' && theme.model.header.photo === null;
  const alignment = centred ? { alignment: AlignmentType.CENTER } : {};
  const style = (
    id: string,
    name: string,
    run: { size?: number; color: string },
    paragraph: IParagraphStyleOptions['paragraph'] = {},
  ): IParagraphStyleOptions => ({
    id,
    name,
    basedOn: 'Normal',
    quickFormat: true,
    run: { ...(run.size === undefined ? {} : { size: halfPoints(run.size) }), color: hex(run.color) },
    paragraph,
  });
  const small = line(type.small, type.leading, theme);
  const indent = textIndent(theme);
  return [
    style(
      'PersonTitle',
      'Person title',
      { size: type.title, color: palette.header.title },
      {
        spacing: { ...line(type.title, leadings.title, theme), before: space(header.title + drops.name - drops.title) },
        keepNext: true,
        ...alignment,
        indent: personTitleIndent(theme),
      },
    ),
    style(
      'Contacts',
      'Contacts',
      { size: type.small, color: palette.header.contacts },
      {
        spacing: {
          ...line(type.small, leadings.contacts, theme),
          before: space(header.contacts + above - drops.contacts),
        },
        ...alignment,
        indent: contactIndent(theme),
      },
    ),
    style('EntryText', 'Entry text', { color: palette.text }, { indent }),
    style('EntryFacts', 'Entry facts', { color: palette.text }, { keepLines: true, indent }),
    style(
      'EntryPeriod',
      'Entry period',
      { size: type.small, color: palette.muted },
      { keepLines: true, spacing: small, indent },
    ),
    style(
      'Keywords',
      'Keywords',
      { size: type.small, color: palette.muted },
      { keepLines: true, spacing: { ...small, before: twips(gaps.keywords) }, indent },
    ),
    style(
      'Quote',
      'Quote',
      { color: palette.quote },
      {
        indent: { ...indent, start: twips(theme.grid.start + QUOTE_INDENT_MM) },
        border: { [rtl ? 'right' : 'left']: border(palette.quoteRule, 12, 8) },
      },
    ),
    style('PageFooter', 'Page footer', { size: type.footer, color: palette.footer }),
  ];
}

/** The library derives styles from this one but does not define it. */
const DEFAULT_FONT: ICharacterStyleOptions = {
  id: 'DefaultParagraphFont',
  name: 'Default Paragraph Font',
  uiPriority: 1,
  semiHidden: true,
  unhideWhenUsed: true,
};

function characterStyles({ measures: { type }, palette, template }: Theme): ICharacterStyleOptions[] {
  const style = (id: string, name: string, run: ICharacterStyleOptions['run']): ICharacterStyleOptions => ({
    id,
    name,
    basedOn: 'DefaultParagraphFont',
    quickFormat: true,
    run: run ?? {},
  });
  return [
    style('Organisation', 'Organisation', {
      size: halfPoints(type.body),
      color: hex(palette.text),
      ...(template.entry.organisationStyle === 'italic' ? { italics: true } : {}),
    }),
    style('Facts', 'Facts', { size: halfPoints(type.body), color: hex(palette.text) }),
    style('Period', 'Period', { size: halfPoints(type.small), color: hex(palette.muted) }),
    style('PersonTitleInLine', 'Person title in line', {
      size: halfPoints(type.title),
      color: hex(palette.header.title),
    }),
    style('GroupTitle', 'Group title', { bold: true }),
    style('Level', 'Level', { color: hex(palette.muted) }),
    style('Separator', 'Separator', { color: hex(palette.separator) }),
    style('HeaderSeparator', 'Header separator', { color: hex(palette.header.separator) }),
  ];
}

/** From the middle of a bullet to its text on the printed page, in millimeters. */
const BULLET_DISTANCE = 3.2;

function bullet({ measures: { indent }, palette, grid }: Theme) {
  return {
    level: 0,
    format: LevelFormat.BULLET,
    text: '•',
    // LibreOffice sets bullets that are not centered beyond the edge of right-to-left text.
    alignment: AlignmentType.CENTER,
    style: {
      // By default, Word 97 uses the Symbol font, whose character is not a bullet in extracted text.
      run: { color: hex(palette.bullet), font: 'Arial' },
      paragraph: {
        indent: {
          start: twips(grid.start + indent),
          end: twips(grid.width - grid.end),
          hanging: twips(BULLET_DISTANCE),
        },
      },
    },
  };
}

const complexLanguages = { arabic: 'ar-SA', hebrew: 'he-IL', devanagari: 'hi-IN' } as const;

/**
 * Word requires a language for each group of scripts, even if the document does not use it. `value` is that of Latin words:
 * in a language with ideographs, LibreOffice would break them between any two letters.
 */
function languageOf(model: DocumentModel) {
  const eastAsia = { ja: 'ja-JP', zh: 'zh-CN', 'zh-Hant': 'zh-TW', ko: 'ko-KR' }[model.ideographs ?? 'ja'];
  const value = isIdeographic(model) ? 'en-US' : model.language;
  return { value, eastAsia, bidirectional: complexLanguages[complexScriptOf(model)] };
}
