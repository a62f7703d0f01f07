import { runSynchronously } from '@vitae/kit/slices';
import { type CvData, cvInput } from '@vitae/proto/cv-data';
import type { Locale } from '@vitae/proto/locale';
import { unchangedFields } from '@vitae/test/support/gateway/form-fields';
import { arbitraryCv, arbitraryResumeSections } from '@vitae/test/support/resume/arbitrary-cv';
import fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import {
  applyTexts,
  digestOf,
  itemNumber,
  itemsOf,
  type PartAddress,
  type PartTexts,
  storedTexts,
  withPart,
} from './cv-part.ts';
import { partPath } from './editor-pages.tsx';
import { isObject, type JsonObject } from './field-text.ts';
import { loadedOf } from './merge-texts.ts';
import { rowsOf } from './outline.ts';
import { faultsOf } from './part-faults.ts';
import { fieldLabels, renderRows } from './part-form.tsx';
import { fieldsOf, PartPage, shownTexts } from './part-page.tsx';
import type { EditedCvData } from './resume-sections.ts';
import { type EditorField, nameOf, type SectionName, sectionNames, sectionOf } from './sections.ts';

const owner = {
  userId: 1,
  companyId: 1,
  username: 'ana',
  email: 'ana@example.com',
  locale: 'en',
  passwordVersion: '1',
} as const;
const view = { locale: 'en', sessionId: 'session', path: '/account' } as const;

/** A CV as reads return it. */
function asRead(input: object): CvData {
  let id = 0;
  const withIds = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withIds);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(one)]));
  };
  const cv = withIds(cvInput.parse(input)) as CvData;
  for (const list of [cv.experiences.experience, cv.educations.education, cv.portfolios.portfolio, cv.links.link])
    for (const item of list) item.id = ++id;
  return { ...cv, id: 7, userId: 1, culture: cv.culture ?? 'en_US' };
}

const partsOf = (cv: JsonObject): { address: PartAddress; part: JsonObject; index: number }[] =>
  sectionNames.flatMap((section) =>
    sectionOf(section).list
      ? itemsOf(cv, section).map((part, index) => ({
          address: { section, item: itemNumber(section, part, index) },
          part,
          index,
        }))
      : [{ address: { section }, part: cv, index: -1 }],
  );

/** Renders the form of a part. */
function rendered(
  cv: EditedCvData,
  address: PartAddress,
  part: JsonObject,
  locale: Locale = 'en',
  more: Partial<Parameters<typeof PartPage>[0]> = {},
) {
  const texts = shownTexts(address.section, part);
  const digest = digestOf(address.section, part);
  const props = {
    view: { ...view, locale },
    owner,
    edited: { cv, revision: 1 },
    address,
    texts,
    digest,
    loaded: loadedOf(address.section, texts),
    ...more,
  };
  const page = <PartPage {...props} renderedRows={runSynchronously(renderRows(fieldsOf(props)))} />;
  return { html: renderToString(page), digest };
}

/** Returns what a browser submits of the form of a part. */
function submitted(cv: EditedCvData, address: PartAddress, part: JsonObject): PartTexts {
  const { html, digest: expected } = rendered(cv, address, part);
  const { csrf, digest, loaded: _loaded, once, ...fields } = unchangedFields(html, partPath(cv.id, address));
  expect(digest).toBe(expected);
  return fields;
}

const cvs = fc
  .tuple(arbitraryCv.map(asRead), arbitraryResumeSections)
  .map(([cv, sections]): EditedCvData => ({ ...cv, resumeSections: sections }));

test('any CV that is opened and saved unchanged is the same', () => {
  fc.assert(
    fc.property(cvs, (cv) => {
      const content = cv as unknown as JsonObject;
      for (const { address, part, index } of partsOf(content)) {
        const saved = applyTexts(address.section, part, submitted(cv, address, part));
        expect(JSON.stringify(withPart(content, address, index, saved.part))).toBe(JSON.stringify(content));
        expect(faultsOf(address.section, saved)).toEqual({});
      }
    }),
    { numRuns: 100 },
  );
});

test('a changed field changes only that field', () => {
  fc.assert(
    fc.property(cvs, fc.nat(), fc.nat(), (cv, anyPart, anyField) => {
      const content = cv as unknown as JsonObject;
      const parts = partsOf(content);
      const { address, part, index } = parts[anyPart % parts.length] as (typeof parts)[number];
      const { fields, list } = sectionOf(address.section);
      const texts = submitted(cv, address, part);
      const choices = fields.filter((field) => canChange(field, texts));
      const field = choices[anyField % choices.length] as EditorField;
      const saved = applyTexts(address.section, part, { ...texts, [nameOf(field)]: changedText(field, texts) });
      expect(faultsOf(address.section, saved)).toEqual({});
      const marked = JSON.stringify(withPart(content, address, index, saved.part));
      const path = [...(list ? [...list.path, String(index)] : []), ...field.path].join('.');
      const changed = differences(content, JSON.parse(marked));
      expect(changed).not.toEqual([]);
      expect(changed.filter((one) => one !== path && !one.startsWith(`${path}.`))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

/** Two values of each kind of field, so that one differs from what is stored. */
const CHANGES: Record<Exclude<EditorField['kind'], 'day' | 'partialDay'>, [string, string]> = {
  line: ['Changed by the owner', 'Changed again'],
  text: ['\r\nChanged by\r\n\r\nthe owner\r\n', 'Changed\r\nagain'],
  texts: ['Changed\r\n\r\nby the owner\r\n', 'Changed\r\nagain'],
  address: ['https://example.org/changed?a=b', 'https://example.org/again'],
  country: ['DEU', 'ITA'],
  state: ['5', '6'],
  culture: ['de_DE', 'fr_FR'],
  licence: ['1', ''],
  level: ['37', '0'],
  code: ['1', '2'],
};

function changedText(field: EditorField, texts: PartTexts): string {
  const name = nameOf(field);
  const isStart = /^start/.test(name);
  // A period starts before it ends.
  if (field.kind === 'day') return isStart ? '1900-01-01' : '2050-12-31';
  if (field.kind === 'partialDay') return isStart ? '1900' : '2050-12';
  const [one, other] = CHANGES[field.kind];
  return texts[name] === one ? other : one;
}

function canChange(field: EditorField, texts: PartTexts): boolean {
  if (field.kind === 'state') return texts.country === 'USA';
  // Another country also removes the state.
  if (field.kind === 'country') return (texts.state ?? '') === '';
  return field.kind === 'licence' || nameOf(field) in texts;
}

function differences(one: unknown, other: unknown, path: string[] = []): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (!isContainer(one) || !isContainer(other)) return [path.join('.')];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], [...path, name]));
}

const isContainer = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

const readable = asRead({
  skills: {
    skill: [
      {
        title: 'Baking',
        level: 80,
        children: { skill: [{ title: 'Bread', children: { skill: [{ title: 'Rye' }] } }, { title: 'Cake' }] },
      },
    ],
  },
  interests: { interest: [{ title: 'Music' }] },
  experiences: {
    experience: [{ title: 'Baker', missions: { mission: [{ description: 'One' }, { description: '' }] } }],
  },
  userInformation: { country: { isoCode: 'USA' }, state: 5 },
  portfolios: { portfolio: [{ title: 'Book', content: { a: [1] } }] },
});
const content = readable as unknown as JsonObject;
const partOf = (section: (typeof sectionNames)[number]) => itemsOf(content, section)[0] ?? content;
const apply = (section: (typeof sectionNames)[number], changes: PartTexts, part = partOf(section)) =>
  applyTexts(section, part, { ...submitted(readable, { section, item: 1 }, part), ...changes });

test.each(['', '\n', '\n\n', '\r\n\r\n', '\n\n\n'])(
  'line breaks at the start of a text are shown and kept: %j',
  (breaks) => {
    const cv = { ...readable, presentation: { title: null, text: `${breaks}Text` } };
    const stored = cv as unknown as JsonObject;
    const texts = submitted(cv, { section: 'presentation' }, stored);
    expect(texts.text).toBe(`${breaks.replace(/\r?\n/g, '\r\n')}Text`);
    expect(applyTexts('presentation', stored, texts).part).toEqual(stored);
    const removed = applyTexts('presentation', stored, { ...texts, text: 'Text' });
    expect(removed.part).toMatchObject({ presentation: { text: 'Text' } });
  },
);

test.each([
  ['de', 'fr_FR', 'fr', 'fr'],
  ['de', 'de_DE', undefined, undefined],
  ['de', 'it_IT', 'it', 'it'],
  ['fr', 'en_US', 'en', 'en'],
  ['en', 'en_US', undefined, undefined],
] as const)('on a page in %s, choices of a CV in %s have their own language', (locale, culture, codes, countries) => {
  const cv = { ...readable, culture };
  const optionsOf = (section: SectionName, name: string) => {
    const page = rendered(cv, { section }, cv as unknown as JsonObject, locale).html;
    const [, options = ''] = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(page) ?? [];
    const [unspecified, ...others] = Array.from(
      options.matchAll(/<option[^>]*>/g),
      ([option]) => /lang="(\w+)"/.exec(option)?.[1],
    );
    expect(unspecified).toBeUndefined();
    return [...new Set(others)];
  };
  expect(optionsOf('about', 'availability')).toEqual([codes]);
  expect(optionsOf('personal', 'country')).toEqual([countries]);
  expect(optionsOf('about', 'culture')).toEqual([undefined]);
});

test('browsers can fill in the personal data of the owner, and no other fields', () => {
  const purposesOf = (section: SectionName, item?: 'new') => {
    const { html } = rendered(readable, { section, ...(item && { item }) }, item ? {} : content);
    return [...html.matchAll(/ autocomplete="(?!off)([^"]+)"/g)].map(([, purpose]) => purpose);
  };
  const address = ['postal-code', 'address-level2', 'country-name', 'address-level1'];
  expect(purposesOf('personal')).toEqual(['bday', ...address]);
  expect(purposesOf('experiences', 'new')).toEqual([]);
});

test('a conflict shows the stored text of fields that differ by more than line breaks', () => {
  const stored = { title: 'Title', text: 'One\nTwo' };
  const shown = (text: string) =>
    rendered(readable, { section: 'presentation' }, content, 'en', {
      texts: { title: 'Title', text },
      conflict: { stored },
    }).html.match(/class="stored-text /g)?.length;
  expect(shown('One\r\nTwo')).toBeUndefined();
  expect(shown('One\r\nThree')).toBe(1);
});

test('a conflict marks the words that differ in a long text, also for screen readers', () => {
  const { html } = rendered(readable, { section: 'presentation' }, content, 'en', {
    texts: { title: 'Own title', text: 'I bake bread.\r\nAnd sell.' },
    conflict: { stored: { title: 'Own other title', text: 'I bake fine bread.\nAnd.' } },
  });
  const [title, text] = Array.from(html.matchAll(/<p class="stored-lines"[^>]*>(.*?)<\/p>/gs), ([, lines]) => lines);
  expect(title).toBe('Own other title');
  const said = (who: string) => `<span class="visually-hidden">Only in ${who} text: </span>`;
  expect(text).toBe(`I bake <ins>${said('the saved')}fine </ins>bread.\nAnd<del>${said('your')} sell</del>.`);
});

test('entries below a skill are moved, removed and added by their level', () => {
  const texts = { 'remove.0': '1', 'title.3': 'Tart', 'level.3': '50', 'depth.3': '2' };
  const { part } = apply('skills', texts);
  expect(part).toMatchObject({
    title: 'Baking',
    level: 80,
    children: {
      skill: [
        { title: 'Rye', children: { skill: [] } },
        { title: 'Cake', children: { skill: [{ title: 'Tart', level: 50, details: '', children: { skill: [] } }] } },
      ],
    },
  });
  expect(apply('interests', { 'title.0': 'Jazz' }).part).toEqual({
    title: 'Music',
    children: { interest: [{ title: 'Jazz', children: null }] },
  });
});

test('rows in any order keep what is stored, also after the automatic save of this order', () => {
  const anyOrder = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
  const all = [
    { title: 'a', details: null },
    { title: 'A', details: '' },
    { title: '', level: 5 },
    { title: '', level: null, details: '1\r2' },
    { title: 'b', children: { skill: [] } },
    { title: 'c', details: '1\n2' },
  ];
  const cv = asRead({ skills: { skill: [{ title: 'Baking', children: { skill: all } }] } });
  const part = itemsOf(cv as unknown as JsonObject, 'skills')[0] ?? {};
  const nodes = rowsOf('skills', part).map((row) => row.stored);
  const texts = submitted(cv, { section: 'skills', item: 1 }, part);
  fc.assert(
    fc.property(anyOrder, fc.nat(5), (order, edited) => {
      const moved = { ...texts, order: order.join() };
      const saved = applyTexts('skills', part, moved).part;
      const expected = order.map((number) => nodes[number]);
      expect(JSON.stringify(rowsOf('skills', saved).map((row) => row.stored))).toBe(JSON.stringify(expected));
      expect(JSON.stringify(applyTexts('skills', saved, moved).part)).toBe(JSON.stringify(saved));
      const again = applyTexts('skills', saved, { ...moved, [`title.${edited}`]: 'Edited' }).part;
      const withTitle = expected.with(order.indexOf(edited), { ...nodes[edited], title: 'Edited' });
      expect(JSON.stringify(rowsOf('skills', again).map((row) => row.stored))).toBe(JSON.stringify(withTitle));
    }),
  );
});

test('moved rows with the same text keep their own bytes', () => {
  const one = { title: 'Rye', children: { skill: [] }, level: null, details: null };
  const other = { ...one, details: '' };
  const stored = { title: 'Bread', level: null, details: null, children: { skill: [one, other] } };
  const { part } = apply('skills', { order: '1,0' }, stored);
  expect(JSON.stringify(part)).toBe(JSON.stringify({ ...stored, children: { skill: [other, one] } }));
});

test('a conflict shows what is stored of rows that were moved before, and rows that the form does not have', () => {
  const stored = (...all: string[]) => ({
    title: 'Baker',
    missions: { mission: all.map((description) => ({ description })) },
  });
  const form = { title: 'Baker', rows: '3', 'description.0': 'a', 'description.1': 'b', 'description.2': 'c' };
  const shown = (part: object) => {
    const { rows, 'description.0': a, 'description.1': b, 'description.2': c, 'description.3': d } = part as PartTexts;
    return [rows, a, b, c, d];
  };
  const moved = { ...form, order: '1,0,2' };
  expect(shown(storedTexts('experiences', stored('b', 'a', 'C'), moved))).toEqual(['3', 'a', 'b', 'C', undefined]);
  expect(shown(storedTexts('experiences', stored('b', 'a', 'c', 'd'), moved))).toEqual(['4', 'a', 'b', 'c', 'd']);
  expect(shown(storedTexts('experiences', stored('c', 'b'), moved))).toEqual(['3', undefined, 'b', 'c', undefined]);
  expect(shown(storedTexts('experiences', stored(), form))).toEqual(['0', undefined, undefined, undefined, undefined]);
});

test('rows that a form does not have are ignored in its order', () => {
  const { part } = apply('experiences', { order: '9999,1', 'description.1': 'Second' });
  expect(part.missions).toEqual({ mission: [{ description: 'Second' }, { description: 'One' }] });
});

test('rows have buttons for the moves that are possible', () => {
  const { html } = rendered(readable, { section: 'skills', item: 1 }, partOf('skills'));
  const buttons = html.matchAll(/name="move" value="([\w.]+)"( hidden)?/g);
  const shown = Array.from(buttons, ([, move, hidden]) => (hidden ? [] : [move])).flat();
  // Bread with Rye below it, Cake, and a blank row.
  expect(shown).toEqual(['down.0', 'up.2']);
});

test('tasks are changed, removed and added; empty stored ones stay', () => {
  const { part } = apply('experiences', { 'description.0': 'First', 'description.3': 'Last' });
  expect(part.missions).toEqual({ mission: [{ description: 'First' }, { description: '' }, { description: 'Last' }] });
  expect(apply('experiences', { 'remove.0': '1', 'remove.1': '1' }).part.missions).toEqual({ mission: [] });
});

test('another country removes the state, and trees in a portfolio stay', () => {
  const { part } = apply('personal', { country: 'FRA' }, content);
  expect(part.userInformation).not.toHaveProperty('state');
  expect(apply('portfolios', { title: 'Books' }).part).toMatchObject({ title: 'Books', content: { a: [1] } });
});

test.each([
  ['experiences', { end: '2019-02-30' }, { end: { reason: 'day' } }],
  ['experiences', { start: '2020-01-01', end: '2019-01-01' }, { end: { reason: 'reversed' } }],
  ['experiences', { title: 'x'.repeat(256) }, { title: { reason: 'tooLong', max: 255 } }],
  ['experiences', { 'description.2': 'x'.repeat(20_001) }, { 'description.2': { reason: 'tooLong', max: 20_000 } }],
  ['experiences', { country: 'XXX' }, { country: { reason: 'invalid' } }],
  ['experiences', { contractType: '999' }, { contractType: { reason: 'invalid' } }],
  ['skills', { level: '101' }, { level: { reason: 'level' } }],
  ['skills', { 'level.1': 'high' }, { 'level.1': { reason: 'level' } }],
  ['portfolios', { url: 'javascript:alert(1)' }, { url: { reason: 'address' } }],
  ['portfolios', { url: 'example.com' }, {}],
  ['personal', { birthdate: 'yesterday' }, { birthdate: { reason: 'day' } }],
] as const)('names the invalid field: %#, in %s', (section, changes, faults) => {
  const part = partOf(section);
  expect(faultsOf(section, apply(section, changes, part))).toEqual(faults);
});

test('invalid fields are listed in the order of the form', () => {
  const long = 'x'.repeat(256);
  const skill = { 'level.1': 'high', 'title.1': long, 'title.0': long, level: '101', title: long };
  const namesIn = (order: string) =>
    Object.keys(faultsOf('skills', apply('skills', { ...skill, order }, partOf('skills'))));
  expect(namesIn('')).toEqual(['title', 'level', 'title.0', 'title.1', 'level.1']);
  expect(namesIn('1,0')).toEqual(['title', 'level', 'title.1', 'level.1', 'title.0']);
});

test('a new link needs a type', () => {
  expect(faultsOf('links', applyTexts('links', {}, { type: '', url: 'https://example.com' }))).toEqual({
    type: { reason: 'required' },
  });
});

test('the label of a field in a row has the position of the row', () => {
  const view = { locale: 'en', sessionId: '', path: '' } as const;
  expect(fieldLabels(view, 'experiences', { rows: '2' })('description.2')).toBe('Task 3');
  expect(fieldLabels(view, 'experiences', { rows: '2', order: '2,0,1' })('description.2')).toBe('Task 1');
  expect(fieldLabels(view, 'experiences', {})('description')).toBe('About the company');
});
