import fc from 'fast-check';
import { contrast, readableColor } from '../readable-color.ts';
import { paletteOf } from './palette.ts';
import { templateIds, templates } from './templates.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const paper = '#ffffff';

describe('document colors', () => {
  test.each(templateIds)('%s template: all text meets WCAG AA contrast with any accent color', (id) => {
    fc.assert(
      fc.property(color, (chosen) => {
        const {
          header,
          heading,
          text,
          muted: faint,
          quote: calm,
          separator,
          footer,
          bullet,
          side,
          linkMark,
        } = paletteOf(templates[id], readableColor(chosen));
        const { name, title, contacts } = header;
        const onGround = [name, title, contacts, header.separator].map((one) =>
          contrast(one, header.background ?? side ?? paper),
        );
        const onPaper = [text, faint, calm, separator, footer, bullet].map((one) => contrast(one, side ?? paper));
        const headings = contrast(heading.text, heading.background ?? side ?? paper);
        expect(Math.min(...onGround, ...onPaper, headings)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(linkMark, side ?? paper)).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});
