import { footerName } from './footer-name.ts';
import { withFittedName } from './name-size.ts';
import { templateById, templateIds } from './templates.ts';

const header = (name: string) => ({ name, title: null, photo: null, contacts: [], facts: [] });
const footerOf = (name: string, template: string) =>
  footerName({ header: header(name), paper: 'A4', language: 'en' }, templateById(template));

describe('the name in the footer', () => {
  test('is shown as a whole, in the size of the template, if it fits', () => {
    for (const id of templateIds)
      expect(footerOf('Jane Developer', id)).toEqual({
        text: 'Jane Developer',
        size: templateById(id).measures.type.footer,
      });
  });

  test('is smaller in a side column if it is wider, and loses its last words if it is much wider', () => {
    const long = 'Dr.-Ing. Friederike von Hohenfels-Brandt';
    const longer = `${long}-Berle`;
    expect(footerOf(longer, 'sidebar')).toMatchObject({ text: longer });
    expect(footerOf(longer, 'sidebar').size).toBeLessThan(8);
    expect(footerOf(`${long} und Wittgenstein`, 'classic').text).toBe(`${long} und Wittgenstein`);
    expect(footerOf(`${long} Berleburg und Wittgenstein`, 'sidebar')).toEqual({
      text: 'Dr.-Ing. Friederike von Hohenfels-Brandt Berleburg…',
      size: 6.5,
    });
    expect(footerOf('x'.repeat(300), 'sidebar').text).toMatch(/^x{20,60}…$/);
  });
});

describe('the name in a side column', () => {
  const sizeOf = (name: string, template = 'sidebar') =>
    withFittedName(templateById(template), { header: header(name), language: 'en' }).measures.type.name;

  test('has the size at which its longest word fits', () => {
    expect(sizeOf('Jane Developer')).toBe(22);
    expect(sizeOf('Dr Montgomery Featherstonehaugh-Cholmondeley')).toBeLessThan(18);
    expect(sizeOf('x'.repeat(300))).toBe(13);
    expect(sizeOf('Dr Montgomery Featherstonehaugh-Cholmondeley', 'classic')).toBe(
      templateById('classic').measures.type.name,
    );
  });
});
