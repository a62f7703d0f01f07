import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { withFittingWords } from '@vitae/document/templates/fitting-words';
import { japaneseSource } from '@vitae/test/support/document/east-asian';
import { linesInColumn, withoutLoneWord } from './line-breaks.ts';
import { type Theme, themeOf } from './theme.ts';

function themeIn(template: string, source = sampleSource()): Theme {
  const model = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, 0);
  return themeOf(model, { modern: true });
}

describe('last line of a text', () => {
  // In Carlito, the first line of 60 mm ends before the last word.
  const line = { width: 60, size: 10 };
  const text = 'Reduced the cost of the platform and its databases';

  test('has two words if its only word would be short, as on the printed page', () => {
    expect(withoutLoneWord(`${text} twice`, { width: 80, size: 10 }, themeIn('modern'))).toBe(`${text}\u00a0twice`);
  });

  test('is unchanged if it has several words or a long word, or if the text has one line', () => {
    // Together, the last two words of the last example do not fit into the line.
    const long = 'Kundenbeziehungsmanagement-und-Verwaltung intern';
    for (const shown of [`${text} twice in the year`, long, `${text} internationalization-wide`, 'Two words'])
      expect(withoutLoneWord(shown, line, themeIn('modern'))).toBe(shown);
  });

  test('is unchanged in files for applicant tracking systems and in languages with ideographs', () => {
    for (const theme of [themeIn('plain'), themeIn('modern', japaneseSource())])
      expect(withoutLoneWord(`${text} twice`, { width: 80, size: 10 }, theme)).toBe(`${text} twice`);
  });
});

test('words with soft hyphens need no lines of exact height, like other words', () => {
  const source = sampleSource({ language: 'de' });
  const cv = { ...source.cv, title: 'Straßenverkehrszulassungsordnungssachbearbeitung' };
  const model = buildDocument({ ...source, cv, printDisplay: { ...source.printDisplay, id: 'sidebar' } }, 0);
  const fitting = withFittingWords(model);
  expect(fitting.header.title).toContain('\u00ad');
  expect(themeOf(fitting, { modern: true }).exact).toBe(false);
});

describe('contact in a side column', () => {
  const theme = themeIn('sidebar');

  test('fits if each of its lines is narrower than the column', () => {
    expect(linesInColumn('maximilian.hohensnil.example.com', theme)).toEqual({
      lines: ['maximilian.hohensnil.example.com'],
      fit: true,
    });
    expect(linesInColumn('example.com/profiles/maximilian.hohenstein', theme).lines).toHaveLength(2);
  });

  test('does not fit if it is a word that is wider than the column', () => {
    expect(linesInColumn('maximilian.hohenstein-no.example.com', theme).fit).toBe(true);
    expect(linesInColumn('maximilian.hohensteinernest.example.com', theme).fit).toBe(false);
  });
});
