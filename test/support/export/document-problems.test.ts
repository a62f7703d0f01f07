import { buildDocument, columnTexts } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { brokenItems, firstMisplaced, misprintedLines } from './document-problems.ts';

const model = buildDocument(sampleSource(), 0);
const level = model.sections.flatMap((section) => (section.content === 'groups' ? section.groups : []))[0]?.level ?? '';

describe('misprintedLines', () => {
  test.each([
    ['too long', 'x'.repeat(96)],
    ['ends with a separator', 'Lyon ·'],
    ['starts with a separator', ', France'],
    ['a level alone', level],
  ])('returns a line that is %s', (_, line) => {
    expect(misprintedLines(['Jane Developer', line], model)).toEqual([line]);
  });

  test('accepts long lines within the limit, and commas at the end of a line of text', () => {
    expect(misprintedLines(['x'.repeat(95), 'first, second,'], model)).toEqual([]);
  });
});

test('misprintedLines counts ideographs as two letters', () => {
  expect(misprintedLines(['字'.repeat(48), '字'.repeat(47)], model)).toEqual(['字'.repeat(48)]);
});

test('misprintedLines reads right-to-left lines in visual order', () => {
  const hebrew = { ...model, direction: 'rtl' as const };
  const lines = ['רמה –', '– רמה', 'שלוש ,רמה', 'רמה שלוש,'];
  expect(misprintedLines(lines, hebrew)).toEqual(['רמה –', '– רמה', 'רמה שלוש,']);
});

test('brokenItems returns short items that a line end breaks', () => {
  const skills = { kind: 'skills' as const, heading: 'Skills', content: 'groups' as const };
  const items = ['Machine learning', 'An item that is longer than thirty letters', 'Go'];
  const broken = {
    ...model,
    sections: [{ ...skills, groups: [{ title: 'Skills', level: null, items, details: [] }] }],
  };
  expect(
    brokenItems(['Skills: Machine', 'learning, An item that is longer', 'than thirty letters, Go'], broken),
  ).toEqual(['Machine learning']);
});

test('brokenItems finds the words of right-to-left items in visual order', () => {
  const group = { title: 'מיומנויות', level: null, items: ['אבטחת מידע', 'בדיקות'], details: [] };
  const section = { kind: 'skills' as const, heading: 'מיומנויות', content: 'groups' as const, groups: [group] };
  const hebrew = { ...model, direction: 'rtl' as const, sections: [section] };
  expect(brokenItems(['בדיקות ,מידע אבטחת :מיומנויות'], hebrew)).toEqual([]);
  expect(brokenItems(['אבטחת :מיומנויות', 'בדיקות ,מידע'], hebrew)).toEqual(['אבטחת מידע']);
});

test('firstMisplaced compares each column with its own texts', () => {
  const source = sampleSource();
  const sidebar = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: 'sidebar' } }, 0);
  const [side = [], others = []] = columnTexts(sidebar);
  expect(firstMisplaced([side, others], sidebar)).toBeUndefined();
  expect(firstMisplaced([side, others.toReversed()], sidebar)).toBeDefined();
  expect(firstMisplaced([[...side, ...others], []], sidebar)).toBe(others[0]);
});

test('firstMisplaced returns the first text that is missing or too early', () => {
  const lines = [model.header.name, model.header.title ?? ''];
  expect(
    firstMisplaced([lines], { ...model, sections: [], header: { ...model.header, contacts: [], facts: [] } }),
  ).toBe(undefined);
  expect(
    firstMisplaced([lines.toReversed()], {
      ...model,
      sections: [],
      header: { ...model.header, contacts: [], facts: [] },
    }),
  ).toBe(model.header.title);
});
