import { cvInput } from '@vitae/proto/cv-data';
import { createSchemaValue } from '@vitae/test/support/schema-value';
import fc, { type GeneratorValue } from 'fast-check';
import { type CvContent, draftOf, itemKinds, itemsWithoutId, withIds, withoutIds } from '../cv/content.ts';
import { applyPatch } from './cv-patch.ts';
import { emptyImport, writeResume } from './export.ts';
import { readResume } from './import.ts';
import type { JsonObject } from './report.ts';

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'Go', 'Paris', '2020-01-01', '<b>&amp;</b>', '/', '~1', '__proto__'),
);
const harmless = ['2024-02-29', 'https://a.example/x', '/logo/1.png', 'USA', 'Twitter', 'en_US'];

/** Any CV that matches the schema, with all fields filled in. */
function anyContent(pick: GeneratorValue): CvContent {
  const value = createSchemaValue(cvInput, {
    texts: (path) => {
      if (path.endsWith('isoCode')) return ['USA']; // only the USA has a state
      if (path.endsWith('start')) return ['', '2020-01-01'].slice(pick(() => fc.nat(1)));
      if (path.endsWith('end')) return ['', '2024-02-29'].slice(pick(() => fc.nat(1)));
      return [pick(() => words), ...pick(() => fc.shuffledSubarray(harmless)), ...harmless];
    },
    integer: () => pick(() => fc.nat(100)),
    boolean: () => pick(() => fc.boolean()),
    items: (path) => (path.includes('children') ? pick(() => fc.nat(1)) : pick(() => fc.nat(3))),
    choice: () => pick(() => fc.nat(5)),
  });
  return identified(draftOf(cvInput.parse(value)));
}

function identified(draft: Parameters<typeof withIds>[0]): CvContent {
  const newDraft = withoutIds(draft);
  const ids = itemKinds.map((kind) => [
    kind,
    Array.from({ length: itemsWithoutId(newDraft, kind) }, (_, at) => at + 1),
  ]);
  return withIds(newDraft, Object.fromEntries(ids) as Parameters<typeof withIds>[1]);
}

const plain = (content: CvContent) => JSON.parse(JSON.stringify(withoutIds(content))) as JsonObject;
const throughJson = (document: JsonObject) => JSON.parse(JSON.stringify(document)) as JsonObject;
const importOf = (document: JsonObject) => {
  const { draft, sources } = readResume(document);
  return { document, base: identified(draft), sources };
};

describe('a CV that is exported and imported as JSON Resume', () => {
  test('keeps all content', () => {
    fc.assert(
      fc.property(fc.gen(), (pick) => {
        const content = anyContent(pick);
        const document = throughJson(writeResume(content, emptyImport('Ann')));
        expect(plain(importOf(document).base)).toEqual(plain(content));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps all content after it was edited and exported again', () => {
    fc.assert(
      fc.property(fc.gen(), (pick) => {
        const first = importOf(throughJson(writeResume(anyContent(pick), emptyImport('Ann'))));
        const second = anyContent(pick);
        const edited = { ...second, experiences: first.base.experiences };
        const document = throughJson(writeResume(edited, first));
        expect(plain(importOf(document).base)).toEqual(plain(edited));
        expect(writeResume(importOf(document).base, importOf(document))).toEqual(document);
      }),
      { numRuns: 40 },
    );
  });

  test('stores content without a JSON Resume field in meta.vitae', () => {
    const { base } = importOf({ work: [{ name: 'Acme', position: 'Driver' }], meta: { version: 'v1', theme: 'flat' } });
    const [job] = base.experiences.experience;
    const content: CvContent = {
      ...base,
      userInformation: { ...base.userInformation, birthdate: '1990-02-03' },
      experiences: { experience: job ? [{ ...job, contractType: 3, title: 'Pilot' }] : [] },
    };
    const document = writeResume(
      content,
      importOf({ work: [{ name: 'Acme', position: 'Driver' }], meta: { theme: 'flat' } }),
    );
    expect(document.work).toEqual([{ name: 'Acme', position: 'Pilot' }]);
    expect(document.meta).toEqual({
      theme: 'flat',
      vitae: {
        patch: [
          { op: 'replace', path: '/userInformation/birthdate', value: '1990-02-03' },
          { op: 'replace', path: '/experiences/experience/0/contractType', value: 3 },
        ],
      },
    });
  });

  // Documents show these words, and find them by the position of the skill.
  test('writes skills in the order of the CV, with the imported word of each level that was not edited', () => {
    const skills = [7, { name: 'Chess', level: 'Guru' }, { name: 'Go', level: 'Ma\u00eetre' }, 'Poker'];
    const imported = importOf({ skills });
    const [chess, go, poker] = imported.base.skills.skill;
    if (!chess || !go || !poker) throw new Error('Three skills can be read.');
    const content = { ...imported.base, skills: { skill: [poker, { ...go, level: 75 }, chess] } };
    const written = writeResume(content, imported).skills;
    expect(written).toEqual([
      { name: 'Poker' },
      { name: 'Go', level: 'Advanced' },
      { name: 'Chess', level: 'Guru' },
      7,
    ]);
  });

  test('ignores a patch that is invalid or writes to a prototype', () => {
    const { draft } = readResume({ basics: { label: 'Driver' } });
    const applied = (...patch: unknown[]) => applyPatch(draft, { vitae: { patch } });
    expect(applied({ op: 'replace', path: '/title', value: { $gt: '' } })).toEqual(draft);
    expect(applied({ op: 'add', path: '/__proto__/polluted', value: 1 }, null, 7, { op: 'copy' })).toEqual(draft);
    expect(applied({ op: 'replace', path: '/experiences/experience/5/title', value: 'x' })).toEqual(draft);
    expect(applied({ op: 'replace', path: '/title', value: 'Pilot' }).title).toBe('Pilot');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
