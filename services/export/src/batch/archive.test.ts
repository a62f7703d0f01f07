import fc from 'fast-check';
import { createArchiveNames } from './archive.ts';

describe('archive names', () => {
  test('numbers names that some file systems treat as equal', () => {
    const nameOf = createArchiveNames(['manifest.json']);
    expect(['Zoë - CV.pdf', 'ZOË - cv.PDF', 'Zoë - CV.pdf', 'Zoe\u0308 - CV.pdf', 'manifest.json'].map(nameOf)).toEqual(
      ['Zoë - CV.pdf', 'ZOË - cv (2).PDF', 'Zoë - CV (3).pdf', 'Zoë - CV (4).pdf', 'manifest (2).json'],
    );
  });

  test.each([
    ['../../etc/passwd.pdf', 'etcpasswd.pdf'],
    ['C:\\Windows\\x.pdf', 'CWindowsx.pdf'],
    ['con.pdf', '_con.pdf'],
    ['.pdf', 'pdf'],
    ['  . ', 'CV'],
    ['a\u0000b\u202e.pdf', 'ab.pdf'],
    [`${'x'.repeat(300)}.docx`, `${'x'.repeat(100)}.docx`],
  ])('replaces the unsafe file name %j with %j', (fileName, name) => expect(createArchiveNames()(fileName)).toBe(name));

  test('gives every file a unique name without a path', () => {
    const anyName = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a.pdf', 'A.pdf', '..', '/', 'nul'));
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 20 }), (fileNames) => {
        const names = fileNames.map(createArchiveNames());
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}]+$/u);
      }),
    );
  });
});
