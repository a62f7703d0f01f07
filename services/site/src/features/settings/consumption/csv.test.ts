import { csvLine } from './csv.ts';

test('quotes cells with separators, quotes and line breaks', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', 12, -3.5])).toBe(
    'plain,"a,b","say ""x""","two\nlines",12,-3.5\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1', '＝1'])(
  'escapes the name %j, which a spreadsheet would treat as a formula',
  (name) => expect(csvLine([name])).toMatch(/^"?'/),
);

test.each([
  ['x;=HYPERLINK(A1)', `"x;'=HYPERLINK(A1)"`],
  ['x;  +1', `"x;  '+1"`],
  ['x;"=1"', `"x;""'=1"""`],
  ['x,-1', `"x,'-1"`],
  ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
  ['x|=1', `"x|'=1"`],
  ['x\r\n=1', `"x\r\n'=1"`],
  ['a-b; c=d', '"a-b; c=d"'],
])('escapes the name %j, which becomes a formula if a spreadsheet splits at another separator', (name, cell) =>
  expect(csvLine([name])).toBe(`${cell}\r\n`),
);
