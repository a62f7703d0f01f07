import { MM_PER_POINT } from '@vitae/document/templates/measures';
import type { Template } from '@vitae/document/templates/template';
import { AlignmentType, type IParagraphStylePropertiesOptions, ShadingType } from 'docx';
import { border, hex, points, type Theme, twips } from './theme.ts';

type Sides = { above: number; below: number };

/** The space between the text of a heading and the edge of its background or its line on the printed page. */
const PADDING_MM: Record<Template['heading'], Sides> = {
  tinted: { above: 0.3, below: 0.3 },
  underlined: { above: 0, below: 0.7 },
  barred: { above: 0, below: 0 },
  margin: { above: 0, below: 0 },
  bold: { above: 0, below: 0 },
};
const EIGHTHS_PER_POINT = 8;

/**
 * Returns how far a heading extends beyond its line, in points. Unlike browsers, word processors set its text low in the
 * line, so the background or line below it is lower as well.
 */
function headingBorders({ template: { heading }, drops }: Theme): Sides {
  const { above, below } = PADDING_MM[heading];
  const inPoints = (mm: number) => Math.max(0, mm) / MM_PER_POINT;
  if (heading === 'underlined') return { above: 0, below: Math.round(inPoints(below + drops.section)) };
  const inEighths = (mm: number) => Math.round(inPoints(mm) * EIGHTHS_PER_POINT) / EIGHTHS_PER_POINT;
  return heading === 'tinted'
    ? { above: inEighths(above - drops.section), below: inEighths(below + drops.section) }
    : { above: 0, below: 0 };
}

/**
 * The space before and after a heading, with which the texts above, in and below it are as far apart as on the page.
 * `dropBelow`: by how much the text below is lower than other texts in millimeters.
 */
export function headingSpacing(theme: Theme, dropBelow = 0): { before: number; after: number } {
  const { template, measures, drops } = theme;
  const [padding, borders] = [PADDING_MM[template.heading], headingBorders(theme)];
  const before = measures.gaps.section + padding.above - borders.above * MM_PER_POINT + drops.body - drops.section;
  const after =
    measures.gaps.heading + padding.below - borders.below * MM_PER_POINT + drops.section - drops.body - dropBelow;
  return { before: twips(before), after: twips(Math.max(0, after)) };
}

/** The space above the first heading in millimeters. The lower edge of the header is where it is on the printed page. */
export function spaceAboveFirst({ template, measures, drops }: Theme): number {
  const above = measures.gaps.section + PADDING_MM[template.heading].above - drops.section;
  return above + (template.side === null ? 0 : drops.contacts);
}

/** The border and shading of section headings. They extend into the margin, as on the printed page. */
export function headingDecoration(
  theme: Theme,
): Pick<IParagraphStylePropertiesOptions, 'border' | 'shading' | 'indent' | 'alignment'> {
  const { template, palette, grid } = theme;
  const { rule, background } = palette.heading;
  const { above, below } = headingBorders(theme);
  switch (template.heading) {
    case 'margin':
      return { alignment: AlignmentType.END };
    case 'bold':
      return {};
    case 'underlined':
      return { border: { bottom: border(rule, 4, below) } };
    case 'barred':
      return { indent: { start: twips(grid.start), hanging: twips(grid.start) } };
    case 'tinted': {
      // The background extends to the border.
      const side = border(background, 4, points(1.4));
      const top = above === 0 ? {} : { top: border(background, above * EIGHTHS_PER_POINT, 0) };
      return {
        border: { ...top, bottom: border(background, below * EIGHTHS_PER_POINT, 0), left: side, right: side },
        shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(background ?? '#ffffff') },
      };
    }
  }
}
