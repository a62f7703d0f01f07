import fc from 'fast-check';
import { createMasker, MASK, maskTexts } from './mask-text.ts';

const mask = createMasker({
  names: ['José Müller-Lüdenscheidt', 'José', 'Müller-Lüdenscheidt'],
  contacts: ['jose@example.com', '+49 151 2345678', 'https://www.mueller.example/cv/', 'josedev'],
});

describe('masking a text', () => {
  test.each([
    ['José led it', `${MASK} led it`],
    ['JOSE and jose', `${MASK} and ${MASK}`],
    ['Jose\u0301 Müller-Lüdenscheidt wrote', `${MASK} wrote`],
    ['Herr Mueller-Luedenscheidt', `Herr ${MASK}`],
    ['Herr Lüdenscheidt', `Herr ${MASK}`],
    ['José’s team', `${MASK} team`],
    ['J\u200bos\u00adé', MASK],
    ['mail jose@example.com.', `mail ${MASK}.`],
    ['any.one+else@mail.example.org', MASK],
    ['jose (at) example (dot) com', MASK],
    ['see https://mueller.example/cv?x=1 now', `see ${MASK} now`],
    ['see mueller.example/cv', `see ${MASK}`],
    ['linkedin.com/in/someone', MASK],
    ['@josedev or josedev', `${MASK} or ${MASK}`],
    ['call 0151 2345678 or (555) 123-4567', `call ${MASK} or ${MASK}`],
    ['+33 6 12 34 56 78', MASK],
    ['0049-151-2345678', MASK],
  ])('turns %j into %j', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  test.each([
    'Node.js, ASP.NET and C++ from 2010-2014 to 01/09/2015',
    'Served 20 000 000 users, 99.999 % of them in 0.25 s, for 1,000,000,000 EUR',
    'Joseph Mullerson of Booking.com',
    'ISBN 978-0-306-40615-7, RFC 5849, 2014-06-01',
    'Ünïcode ﬁne\u0301 stays as it was',
  ])('does not change %j', (text) => {
    expect(mask(text)).toBe(text);
  });

  test.each([
    ['王小明', '小明负责架构，王小明主持', `${MASK}负责架构，${MASK}主持`],
    ['김민지', '민지는 개발자, 김민지입니다', `${MASK}는 개발자, ${MASK}입니다`],
    ['ליאת כהן', 'ליאת וכהן', `${MASK} ו${MASK}`],
    ['Ludwig van Beethoven', 'van Beethoven in a van', `van ${MASK} in a van`],
    ['jane doe', 'Doe was here', `${MASK} was here`],
  ])('masks the name %s in %j', (name, text, masked) => {
    expect(createMasker({ names: [name], contacts: [] })(text)).toBe(masked);
  });

  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéüñøßłçåäö');
  const word = fc.array(letters, { minLength: 3, maxLength: 12 }).map((all) => {
    const [first = '', ...rest] = all;
    return first.toLocaleUpperCase('en') + rest.join('');
  });

  test('removes every part of a name in any spelling and context', () => {
    const spelled = fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => name.toLowerCase(),
      (name: string) => name.normalize('NFD'),
    );
    const around = fc.constantFrom('', ' ', '. ', ' 12 ', ', (', '-', '/', '“', '\n');
    fc.assert(
      fc.property(word, word, spelled, around, around, (first, last, spell, before, after) => {
        const hide = createMasker({ names: [`${first} ${last}`], contacts: [] });
        for (const part of [first, last, `${first} ${last}`, `${last}, ${first}`]) {
          const masked = hide(`${before}${spell(part)}${after}`)
            .normalize('NFC')
            .toLowerCase();
          expect(masked).not.toContain(first.toLowerCase());
          expect(masked).not.toContain(last.toLowerCase());
        }
      }),
    );
  });

  test('removes all email addresses, URLs and telephone numbers', () => {
    const phone = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 12 })
      .map((all) => `+${all.join('')}`);
    fc.assert(
      fc.property(fc.emailAddress(), fc.webUrl({ withQueryParameters: true }), phone, (mail, url, number) => {
        const masked = mask(`a ${mail} b ${url} c ${number} d`);
        for (const secret of [mail, url, number]) expect(masked).not.toContain(secret);
      }),
    );
  });

  test('is idempotent and takes linear time for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(mask(mask(text))).toBe(mask(text));
      }),
    );
    expect(mask('a.'.repeat(50_000) + '0 '.repeat(50_000))).toBeDefined();
  });

  test('masks text in fields for dates and codes', () => {
    const document = {
      startDate: 'José, from 2020',
      isoCode: 'José',
      date: { by: 'José' },
      start: '2020-01-01T00:00:00Z',
    };
    expect(JSON.stringify(maskTexts(document, mask))).not.toContain('José');
    expect(maskTexts(document, mask)).toMatchObject({ start: '2020-01-01T00:00:00Z' });
  });

  test('does not change keys, codes and dates of a document', () => {
    const document = { José: [{ title: 'José', start: '2020-01-01', isoCode: 'FRA', n: 1, none: null }] };
    expect(maskTexts(document, mask)).toEqual({
      José: [{ title: MASK, start: '2020-01-01', isoCode: 'FRA', n: 1, none: null }],
    });
  });
});
