import fc from 'fast-check';
import { contrast, readableColor } from '../readable-color.ts';
import { paletteOf } from './palette.ts';
import { templateIds, templates } from './template.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const paper = '#ffffff';

describe('the colours of a document', () => {
  test.each(templateIds)('%s: every text can be read on its ground, whatever colour was chosen (WCAG AA)', (id) => {
    fc.assert(
      fc.property(color, (chosen) => {
        const { header, heading, text, faint, calm, separator, footer, bullet } = paletteOf(
          templates[id],
          readableColor(chosen),
        );
        const { name, title, contacts } = header;
        const onGround = [name, title, contacts, header.separator].map((one) => contrast(one, header.ground ?? paper));
        const onPaper = [text, faint, calm, separator, footer, bullet].map((one) => contrast(one, paper));
        const headings = contrast(heading.text, heading.ground ?? paper);
        expect(Math.min(...onGround, ...onPaper, headings)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
