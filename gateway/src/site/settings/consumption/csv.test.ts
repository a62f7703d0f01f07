import { csvLine } from './csv.ts';

test('a line has its cells quoted where they need it', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', 12, -3.5])).toBe(
    'plain,"a,b","say ""x""","two\nlines",12,-3.5\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1', '＝1'])(
  'a name %j is no formula in a spreadsheet',
  (name) => expect(csvLine([name])).toMatch(/^"?'/),
);
