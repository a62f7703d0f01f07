import type { DocumentModel } from '@vitae/document/document-model';
import { leadings } from '@vitae/document/templates/line-height';
import { wordFonts } from '@vitae/document/templates/typefaces';
import {
  AlignmentType,
  type ICharacterStyleOptions,
  type IParagraphStyleOptions,
  type IPropertiesOptions,
  type IStylesOptions,
  LevelFormat,
} from 'docx';
import { border, headingLook } from './heading-look.ts';
import { halfPoints, hex, line, type Theme, twips } from './theme.ts';

export const BULLETS = 'points';

/** The styles by which a person edits the document: headings, lists and texts, each defined once. */
export function wordStyles(look: Theme): Pick<IPropertiesOptions, 'styles' | 'numbering'> {
  return {
    styles: {
      default: { ...documentDefaults(look), ...headings(look) },
      paragraphStyles: paragraphStyles(look),
      characterStyles: characterStyles(look),
    },
    numbering: { config: [{ reference: BULLETS, levels: [bullet(look)] }] },
  };
}

function documentDefaults({ model, template, measures: { type }, palette }: Theme): IStylesOptions['default'] {
  const { latin, complex, eastAsia } = wordFonts(model, template.typeface);
  const size = halfPoints(type.body);
  return {
    document: {
      run: {
        font: { ascii: latin, hAnsi: latin, cs: complex, eastAsia },
        size,
        sizeComplexScript: size,
        color: hex(palette.text),
        // Pairs of letters stand as close as on the page, from this size (half points) up.
        kern: 2,
        language: languageOf(model),
      },
      paragraph: { spacing: { ...line(type.body, type.leading), before: 0, after: 0 } },
    },
  };
}

function headings(look: Theme): IStylesOptions['default'] {
  const { measures, palette, template } = look;
  const { type, gaps } = measures;
  const centred = template.header === 'ruled' && look.model.header.photo === null;
  return {
    title: {
      run: { size: halfPoints(type.name), bold: true, color: hex(palette.header.name) },
      paragraph: {
        spacing: line(type.name, leadings.name),
        keepNext: true,
        ...(centred ? { alignment: AlignmentType.CENTER } : {}),
      },
    },
    heading1: {
      run: { size: halfPoints(type.section), bold: true, color: hex(palette.heading.text) },
      paragraph: {
        outlineLevel: 0,
        keepNext: true,
        keepLines: true,
        spacing: { ...line(type.section, leadings.section), before: twips(gaps.section), after: twips(gaps.heading) },
        ...headingLook(look),
      },
    },
    heading2: {
      run: { size: halfPoints(type.entry), bold: true, color: hex(palette.text) },
      paragraph: { outlineLevel: 1, keepNext: true, keepLines: true, spacing: line(type.entry, leadings.entry) },
    },
  };
}

function paragraphStyles(look: Theme): IParagraphStyleOptions[] {
  const { measures, palette, template, rtl: fromTheRight } = look;
  const { type, gaps, header } = measures;
  const centred = template.header === 'ruled' && look.model.header.photo === null;
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
  const small = line(type.small, type.leading);
  return [
    style(
      'PersonTitle',
      'Person title',
      { size: type.title, color: palette.header.title },
      { spacing: { ...line(type.title, leadings.title), before: twips(header.title) }, keepNext: true, ...alignment },
    ),
    style(
      'Contacts',
      'Contacts',
      { size: type.small, color: palette.header.contacts },
      { spacing: { ...line(type.small, leadings.contacts), before: twips(header.contacts) }, ...alignment },
    ),
    style('EntryFacts', 'Entry facts', { size: type.small, color: palette.muted }, { keepLines: true, spacing: small }),
    style(
      'Keywords',
      'Keywords',
      { size: type.small, color: palette.muted },
      { keepLines: true, spacing: { ...small, before: twips(gaps.keywords) } },
    ),
    style(
      'Quote',
      'Quote',
      { color: palette.quote },
      {
        indent: { start: twips(3.4) },
        border: { [fromTheRight ? 'right' : 'left']: border(palette.quoteRule, 12, 8) },
      },
    ),
    style('PageFooter', 'Page footer', { size: type.footer, color: palette.footer }),
  ];
}

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
      ...(template.organisation === 'italic' ? { italics: true } : {}),
    }),
    style('FactsInLine', 'Facts in line', { size: halfPoints(type.small), color: hex(palette.muted) }),
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

function bullet({ measures: { indent }, palette }: Theme) {
  return {
    level: 0,
    format: LevelFormat.BULLET,
    text: '•',
    alignment: AlignmentType.START,
    style: {
      // Without a font of its own a Word 97 file has it from Symbol, where it is no bullet when read as text.
      run: { color: hex(palette.bullet), font: 'Arial' },
      paragraph: { indent: { start: twips(indent), hanging: twips(indent - 0.4) } },
    },
  };
}

// Word wants a language for each kind of script, whether or not the document has it.
function languageOf({ language, ideographs, direction, title, header }: DocumentModel) {
  const eastAsia = { ja: 'ja-JP', zh: 'zh-CN', ko: 'ko-KR' }[ideographs ?? 'ja'];
  const hebrew = direction === 'rtl' && /\p{Script=Hebrew}/u.test(`${title} ${header.title ?? ''}`);
  return { value: language, eastAsia, bidirectional: hebrew ? 'he-IL' : 'ar-SA' };
}
