import { buildDocument } from '../build-document.ts';
import { sampleSource } from '../sample-source.ts';
import { withFittingWords } from './fitting-words.ts';

const word = 'Unternehmenskommunikation';
const source = sampleSource();
const german = (template: string) =>
  buildDocument(
    {
      ...source,
      language: 'de',
      cv: { ...source.cv, title: `Leiterin ${word}` },
      printDisplay: { ...source.printDisplay, id: template },
    },
    0,
  );

describe('withFittingWords', () => {
  test('breaks a word that is wider than the side column', () => {
    expect(withFittingWords(german('sidebar')).header.title).toBe('Leiterin Unternehmenskommuni\u00adkation');
  });

  test('changes nothing that fits, and no links', () => {
    const model = german('classic');
    expect(withFittingWords(model)).toEqual(model);
    expect(withFittingWords(german('sidebar')).header.contacts).toEqual(model.header.contacts);
  });
});
