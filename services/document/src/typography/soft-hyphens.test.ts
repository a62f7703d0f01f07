import { breakWideWords, SOFT_HYPHEN } from './soft-hyphens.ts';

const upTo = (length: number) => (part: string) => part.length <= length;
const shown = (text: string) => text.replaceAll(SOFT_HYPHEN, '|');

describe('breakWideWords', () => {
  test('puts as few soft hyphens as possible into words that do not fit', () => {
    const word = 'Unternehmenskommunikation';
    expect(shown(breakWideWords(`Leiterin der ${word}, Wien`, 'de', upTo(20)))).toBe(
      'Leiterin der Unternehmenskommuni|kation, Wien',
    );
    expect(shown(breakWideWords(word, 'de', upTo(12)))).toBe('Unterneh|menskommuni|kation');
    expect(breakWideWords(word, 'de', upTo(25))).toBe(word);
  });

  test('breaks words by the language', () => {
    expect(shown(breakWideWords('internationalization', 'en', upTo(14)))).toBe('international|ization');
    expect(shown(breakWideWords('järjestelmäarkkitehti', 'fi', upTo(14)))).toBe('järjestelmä|arkkitehti');
    expect(breakWideWords('इंटरनेशनलाइज़ेशनइंटरनेशनलाइज़ेशन', 'hi', upTo(5))).not.toContain(SOFT_HYPHEN);
  });

  test.each([
    'https://example.com/unternehmenskommunikation',
    'a@unternehmenskommunikation.example',
    'x_unternehmenskommunikation',
  ])('does not change addresses and code: %s', (text) => expect(breakWideWords(text, 'de', upTo(5))).toBe(text));
});
