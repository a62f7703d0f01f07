import { BorderStyle, type IBorderOptions, type IParagraphStylePropertiesOptions, ShadingType } from 'docx';
import { hex, points, type Theme } from './theme.ts';

type Drawn = Pick<IParagraphStylePropertiesOptions, 'border' | 'shading'>;

/** What is drawn around the heading of a section; like on the page it hangs out into the margin. */
export function headingLook({ template, palette, rtl: fromTheRight }: Theme): Drawn {
  const { rule, background: ground } = palette.heading;
  switch (template.heading) {
    case 'underlined':
      return { border: { bottom: border(rule, 4, 2) } };
    case 'barred':
      return { border: { [fromTheRight ? 'right' : 'left']: border(rule, 24, points(2.4)) } };
    case 'tinted': {
      // A ground reaches as far as the border around it.
      const [beside, above] = [border(ground, 4, points(1.4)), border(ground, 7, 0)];
      return {
        border: { top: above, bottom: above, left: beside, right: beside },
        shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(ground ?? '#ffffff') },
      };
    }
  }
}

/** `size` in eighths of a point, `space` to the text in points. */
export function border(color: string | null, size: number, space: number): IBorderOptions {
  return { style: BorderStyle.SINGLE, size, space, color: hex(color ?? '#000000') };
}
