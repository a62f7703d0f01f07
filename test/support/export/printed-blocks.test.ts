import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { badPageBreaks, firstMisplacedBlock } from './printed-blocks.ts';

const { header, template } = buildDocument(sampleSource(), 0);
const model = {
  header: { ...header, name: 'Jane', title: null, contacts: [], facts: [] },
  template,
  sections: [
    {
      kind: 'presentation' as const,
      heading: 'Profile',
      content: 'text' as const,
      paragraphs: ['one two three', 'four'],
    },
  ],
};

describe('firstMisplacedBlock', () => {
  test('returns nothing if each block follows the one before, with the words of a line in any order', () => {
    expect(firstMisplacedBlock([[['Jane', 'Profile', 'three two one', 'four']]], model)).toBeUndefined();
  });

  test.each([
    ['is missing', ['Jane', 'one two three', 'four'], 'Profile'],
    ['is too early', ['Jane', 'Profile', 'four', 'one two three'], 'one two three'],
    ['follows other letters', ['Jane', 'Profile', 'Ü', 'one two three', 'four'], 'one two three'],
  ])('returns a block that %s', (_, lines, expected) => {
    expect(firstMisplacedBlock([[lines]], model)).toBe(expected);
  });
});

describe('badPageBreaks', () => {
  test.each([
    [
      'after a heading',
      [
        ['Jane', 'Profile'],
        ['one two three', 'four'],
      ],
      'page 1 ends with "Profile"',
    ],
    [
      'after a single line',
      [
        ['Jane', 'Profile', 'one'],
        ['two', 'three', 'four'],
      ],
      '1 and 2 lines on the two pages of',
    ],
    [
      'before a single line',
      [
        ['Jane', 'Profile', 'one', 'two'],
        ['three', 'four'],
      ],
      '2 and 1 lines on the two pages of',
    ],
  ])('returns a page break %s', (_, pages, expected) => {
    expect(badPageBreaks([pages], model)).toEqual([expect.stringContaining(expected)]);
  });

  test('accepts page breaks between blocks', () => {
    expect(badPageBreaks([[['Jane', 'Profile', 'one two three'], ['four']]], model)).toEqual([]);
  });
});
