import { heightOfText, type Line } from './text-height.ts';

const LINE = 13.5;
const latin: Line = { size: 10, leading: 1.35, width: 100, typeface: 'sans', ideographic: false };
const linesOf = (text: string, line: Line) => heightOfText(text, line) / LINE;

describe('heightOfText', () => {
  test.each([
    ['nothing', '', 0],
    ['a word', 'word', 1],
    ['words that fit on one line', 'seven words fit here', 1],
    ['a space after the last word of a line', 'seven words, one more ', 1],
    ['words that do not share a line', 'responsibility internationally documentation', 3],
    ['a word that is wider than a line', 'w'.repeat(30), 4],
    ['an address that is wider than a line', 'responsibility.internationally', 4],
  ])('counts the lines of %s', (_name, text, lines) => {
    expect(linesOf(text, latin)).toBe(lines);
  });

  test('breaks between ideographs, but not before signs and small kana', () => {
    const japanese = { ...latin, ideographic: true };
    expect(linesOf('決'.repeat(9), japanese)).toBe(1);
    expect(linesOf('決'.repeat(10), japanese)).toBe(2);
    expect(linesOf(`${'決'.repeat(8)}キャ`, japanese)).toBe(2);
    expect(linesOf(`${'決'.repeat(17)}。`, japanese)).toBe(2);
    expect(linesOf(`${'決'.repeat(18)}。`, japanese)).toBe(3);
  });

  test('is infinite for letters of unknown width', () => {
    expect(heightOfText('مرحبا', latin)).toBe(Number.POSITIVE_INFINITY);
    expect(heightOfText('決済🚀', { ...latin, ideographic: true })).toBe(Number.POSITIVE_INFINITY);
  });
});
