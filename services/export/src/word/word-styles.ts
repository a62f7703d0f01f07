import type { DocumentModel } from '@vitae/document/document-model';
import type { Measures } from '@vitae/document/templates/measures';
import {
  AlignmentType,
  BorderStyle,
  convertMillimetersToTwip,
  type IParagraphStyleOptions,
  type IPropertiesOptions,
  LevelFormat,
  LineRuleType,
} from 'docx';

export const BULLETS = 'points';

export const TEXT = '1d2125';
const FAINT = '4f565d';
export const CALM = '3c4248';
const IDEOGRAPHS = { ja: 'Noto Sans CJK JP', zh: 'Noto Sans CJK SC', ko: 'Noto Sans CJK KR' };

export const halfPoints = (points: number) => Math.round(points * 2);
export const twips = (millimetres: number) => convertMillimetersToTwip(millimetres);
export const colorOf = (accent: string) => accent.slice(1);

/** The styles by which a person edits the document: headings, lists and texts, each defined once. */
export function wordStyles(model: DocumentModel, measures: Measures): Pick<IPropertiesOptions, 'styles' | 'numbering'> {
  const { type } = measures;
  const accent = colorOf(model.accent);
  const style = (id: string, name: string, rest: Partial<IParagraphStyleOptions>): IParagraphStyleOptions => ({
    id,
    name,
    basedOn: 'Normal',
    quickFormat: true,
    ...rest,
  });
  return {
    styles: {
      default: {
        document: {
          run: { font: fontsOf(model), size: halfPoints(type.body), color: TEXT, language: languageOf(model) },
          paragraph: {
            spacing: { ...line(type.body, type.leading), before: 0, after: 0 },
          },
        },
        title: {
          run: { size: halfPoints(type.name), bold: true, color: accent, characterSpacing: -5 },
          paragraph: { spacing: line(type.name, 1.12), keepNext: true },
        },
        heading1: {
          run: { size: halfPoints(type.section), bold: true, color: accent },
          paragraph: {
            outlineLevel: 0,
            keepNext: true,
            keepLines: true,
            spacing: {
              ...line(type.section, 1.25),
              before: twips(measures.gaps.section),
              after: twips(measures.gaps.heading),
            },
            border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 2, color: 'c4c9ce' } },
          },
        },
        heading2: {
          run: { size: halfPoints(type.entry), bold: true, color: TEXT },
          paragraph: { outlineLevel: 1, keepNext: true, keepLines: true, spacing: line(type.entry, 1.35) },
        },
      },
      paragraphStyles: [
        style('PersonTitle', 'Person title', {
          run: { size: halfPoints(type.title), color: CALM },
          paragraph: { spacing: { ...line(type.title, 1.3), before: twips(1.2) } },
        }),
        style('Contacts', 'Contacts', {
          run: { size: halfPoints(type.small), color: CALM },
          paragraph: { spacing: { ...line(type.small, 1.5), before: twips(3) } },
        }),
        style('EntryFacts', 'Entry facts', {
          run: { size: halfPoints(type.small), color: FAINT },
          paragraph: { keepLines: true, spacing: line(type.small, type.leading) },
        }),
        style('Keywords', 'Keywords', {
          run: { size: halfPoints(type.small), color: FAINT },
          paragraph: {
            keepLines: true,
            spacing: { ...line(type.small, type.leading), before: twips(measures.gaps.keywords) },
          },
        }),
        style('Quote', 'Quote', {
          run: { color: '30363c' },
          paragraph: {
            indent: { start: twips(3.4) },
            border: { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: 'd5d9dd' } },
          },
        }),
        style('PageFooter', 'Page footer', { run: { size: halfPoints(type.footer), color: '5b6168' } }),
      ],
    },
    numbering: {
      config: [
        {
          reference: BULLETS,
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              alignment: AlignmentType.START,
              style: {
                run: { color: accent },
                paragraph: { indent: { start: twips(measures.indent), hanging: twips(measures.indent - 0.4) } },
              },
            },
          ],
        },
      ],
    },
  };
}

/** As in the page: a line is so high, but grows for a sign that is higher. */
export function line(size: number, leading: number) {
  return { line: Math.round(size * leading * 20), lineRule: LineRuleType.AT_LEAST };
}

// Arial is everywhere where Word is, and its metric twin Liberation Sans, of which the PDF is set, where it is not.
function fontsOf(model: DocumentModel) {
  const latin = 'Arial';
  return { ascii: latin, hAnsi: latin, cs: latin, eastAsia: IDEOGRAPHS[model.ideographs ?? 'ja'] };
}

function languageOf({ language, ideographs }: DocumentModel) {
  const eastAsia = { ja: 'ja-JP', zh: 'zh-CN', ko: 'ko-KR' }[ideographs ?? 'ja'];
  return { value: language, eastAsia, bidirectional: 'ar-SA' };
}
