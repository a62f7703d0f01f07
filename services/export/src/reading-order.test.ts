import { differenceOfLines } from './reading-order.ts';

/** A different Hebrew word for each number. */
const word = (number: number) => Array.from(String(number), (digit) => 'אבגדהוזחטי'[Number(digit)]).join('');
const line = (number: number) => Array.from({ length: 10 }, (_, index) => word(1_000 + 10 * number + index));
const lines = Array.from({ length: 300 }, (_, number) => line(number));
const text = lines.flat().join(' ');

describe('texts with right-to-left letters', () => {
  test('are found in any order of the words of a line, and after other lines', () => {
    const other = ['כותרת', 'אחרת'];
    const printed = [other, ...lines.map((words) => words.toReversed())];
    expect(differenceOfLines([[text]], printed)).toBeUndefined();
    // Between two pages, another text follows.
    expect(differenceOfLines([[text]], [...printed.slice(0, 9), other, ...printed.slice(9)])).toBeUndefined();
  });

  test('are found if a word is broken between two lines', () => {
    expect(differenceOfLines([['שלום example']], [['שלום', 'exam'], ['ple']])).toBeUndefined();
  });

  test('are found without the letters that stand for signs', () => {
    expect(differenceOfLines([['AWS™ שלום']], [['שלום', 'AWS']])).toBeUndefined();
  });

  test.each([
    ['a word is missing at the end of many lines', `${text} חסר`, lines],
    ['all lines have the same words', `${'אב '.repeat(3_000)} חסר`, Array<string[]>(300).fill(Array(10).fill('אב'))],
    ['two texts are exchanged', text, lines.toReversed()],
  ])('are missing if %s', (_case, expected, printed) => {
    expect(differenceOfLines([[expected]], printed)).toBe(expected);
  });
});
