import { type DocumentLanguage, documentLanguages } from '@vitae/proto/display';
import fc from 'fast-check';
import { typeset } from './typeset.ts';

const NBSP = '\u00a0';
const spaced = (text: string) => text.replaceAll('~', NBSP);

describe('typesetting', () => {
  test.each<[DocumentLanguage, string, string]>([
    ['en', 'Built "Foo" (see "Bar").', 'Built “Foo” (see “Bar”).'],
    ['de', 'Das "Foo": gut', 'Das „Foo“: gut'],
    ['fr', 'Le projet "Foo": oui!', 'Le projet «~Foo~»~: oui~!'],
    ['fr', '« Foo » et «Bar» ; 10:30', '«~Foo~» et «~Bar~»~; 10:30'],
    ['sv', 'En "god" idé', 'En ”god” idé'],
    ['ja', '当社の"基盤"を構築', '当社の「基盤」を構築'],
    ['ja', 'Built "Foo"', 'Built "Foo"'],
    ['ko', '"플랫폼"을 개발', '“플랫폼”을 개발'],
    ['he', 'שירות בצה"ל "בית"', 'שירות בצה"ל "בית"'],
    ['en', 'a 27" and a 24" screen', 'a 27" and a 24" screen'],
    ['en', 'an "open end', 'an "open end'],
  ])('sets the quotation marks of %s: %s', (language, text, expected) => {
    expect(typeset(text, language)).toBe(spaced(expected));
  });

  test.each<[DocumentLanguage, string, string]>([
    ['en', "It's the team's, since the '90s: the users' data", 'It’s the team’s, since the ’90s: the users’ data'],
    ['en', "the 'foo' users' data", 'the ‘foo’ users’ data'],
    ['en', "called 'not ready', 'v2' and 'it's done'.", 'called ‘not ready’, ‘v2’ and ‘it’s done’.'],
    ['de', "das 'Wort' und \"ein 'Wort' mehr\"", 'das ‚Wort‘ und „ein ‚Wort‘ mehr“'],
    ['fr', "l'outil 'rapide' d'Anne", 'l’outil “rapide” d’Anne'],
    ['en', '"Fall-free \'forever\'" and "\'fast\' builds".', '“Fall-free ‘forever’” and “‘fast’ builds”.'],
    ['en', '"the users\'"', "“the users'”"],
    ['de', '"Sturzfrei \'für immer\'"', '„Sturzfrei ‚für immer‘“'],
    ['fr', '"\'Sans chute\' pour toujours"', '«~“Sans chute” pour toujours~»'],
    ['fr', 'qu\'"une bonne idée"', 'qu’«~une bonne idée~»'],
    ['fr', '\'"x"\' et "y"', '“«~x~»” et «~y~»'],
    ['en', "Rock 'n' roll, and get 'em to the users' homes", "Rock ’n’ roll, and get 'em to the users' homes"],
    ['en', "5' 10\" tall, from 5' to 6' 2\", O'Neill's", "5' 10\" tall, from 5' to 6' 2\", O’Neill’s"],
    ['it', "un po', 'un po' di tutto' e la 'ndrangheta", "un po', “un po' di tutto” e la 'ndrangheta"],
    ['nl', "'s Morgens met Hans' team", "'s Morgens met Hans' team"],
    ['uk', "п'ять", 'п’ять'],
    ['en', 'CSE 421 - Algorithms -- part 2 — end', 'CSE 421~– Algorithms~– part 2~— end'],
    ['en', '2019-2021, not CVE-2019-2021 or 2019-2021-01', '2019–2021, not CVE-2019-2021 or 2019-2021-01'],
    ['ja', '2019-2021年', '2019–2021年'],
    ['ko', '2019-2021년', '2019–2021년'],
    ['ar', '2019-2021 - خبرة', '2019-2021~– خبرة'],
    ['ar', 'شهادة PMP® وعضو', 'شهادة PMP®\u200e وعضو'],
    ['he', 'פיתוח ב-C++, ניהול PRINCE2®.', 'פיתוח ב-C++\u200e, ניהול PRINCE2®\u200e.'],
    ['en', 'and so on... or ...args', 'and so on… or ...args'],
    ['de', 'von 12 000 auf 5 % in 3 h mit Dr. Weber', 'von 12~000 auf 5~% in 3~h mit Dr.~Weber'],
    ['pl', 'praca w zespole i z klientem', 'praca w~zespole i~z~klientem'],
    ['en', 'led 12 engineers and 1,200 customers', 'led 12~engineers and 1,200~customers'],
    ['fr', 'une équipe de 6 personnes', 'une équipe de 6~personnes'],
    ['en', '5 to 10, since 2019 leading h264 encoding', '5 to 10, since 2019 leading h264 encoding'],
    ['en', 'supports 3 telecommunications groups', 'supports 3 telecommunications groups'],
  ])('sets apostrophes, dashes and spaces in %s: %s', (language, text, expected) => {
    expect(typeset(text, language)).toBe(spaced(expected));
  });

  test('keeps the spaces after numbers where programs search for phrases', () => {
    const text = 'led 12 engineers for 5 years - in 3 h';
    expect(typeset(text, 'en', { isSearched: true })).toBe(spaced('led 12 engineers for 5 years~– in 3~h'));
    expect(typeset(text, 'en')).toBe(spaced('led 12~engineers for 5~years~– in 3~h'));
  });

  test.each([
    'C++, C#, Node.js and snake_case',
    'https://example.com/a-b\'c?x="1"',
    'jane@example.com:',
    'print("x...")',
    "docs/it's.md",
    "print('x')",
    "const a='b'; x=['c']",
  ])('does not change addresses and code: %s', (text) => {
    for (const language of documentLanguages) expect(typeset(text, language).replaceAll(NBSP, ' ')).toBe(text);
  });

  const parts = fc.constantFrom(
    ...`"'«»„“”’.-–—…:;!?()[]/_@ ~ ~aswéп上ש1209基はな`,
    '...',
    ' - ',
    '2019-2021',
    "s' ",
    ' "',
    '" ',
  );
  const texts = fc.array(parts, { maxLength: 30 }).map((list) => spaced(list.join('')));

  test('never changes letters and digits, and changes nothing the second time', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...documentLanguages), (text, language) => {
        const set = typeset(text, language);
        const kept = (value: string) => value.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
        expect(kept(set)).toBe(kept(text));
        expect(typeset(set, language)).toBe(set);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['"', "'", '.', '-', '/', '!', ' -', '" ', '«', 'a(', 'a', '1 ', "s' ", '::', 's.', '@ '])(
    'sets 100,000 characters of %j in linear time',
    (part) => {
      for (const language of ['en', 'fr', 'pl', 'ja'] as const) {
        const text = `基 ${part.repeat(100_000 / part.length)}`;
        expect(typeset(text, language).length).toBeGreaterThanOrEqual(text.length / 3);
      }
    },
  );
});
