import {
  nameOf as fieldName,
  rowFields,
  type SectionName,
  sectionNames,
  sectionOf,
  sections,
} from '@vitae/site/features/account/editor/sections';
import fc from 'fast-check';
import type { CompanyApi, Json } from '../../support/company-api.ts';
import { unchangedFields } from '../../support/gateway/form-fields.ts';
import { createWebVisitor, newAddress, type WebVisitor } from '../../support/gateway/web-visitor.ts';
import { arbitraryCv, arbitraryResumeSections } from '../../support/resume/arbitrary-cv.ts';
import type { Owner, UserApiSystem } from '../../support/user-api-system.ts';
import { changesOf, type FieldChange, fieldKinds, nameOf } from './changed-field.ts';

/** The resume service changes these fields when a CV is saved. */
const DERIVED = ['updatedAt', 'completion', 'seniority'];
/** Pages whose forms are not parts of the CV. */
const OTHER_PAGES = /\/(?:photo|design|sections)$/;
/** Parts that the API does not have: the sections of JSON Resume. */
const STORED_ELSEWHERE = /\/(?:languages|projects|certificates|publications|awards|volunteer|references)\//;

/** A CV or a JSON Resume document, as companies send it. */
const documents = fc.oneof(
  { weight: 2, arbitrary: arbitraryCv.map((cv): object => cv) },
  {
    weight: 1,
    arbitrary: arbitraryResumeSections.map((sections): object => ({ basics: { label: 'Baker' }, ...sections })),
  },
);

/** The shown fields of each form of the editor, by its path. */
type Forms = Map<string, Record<string, string>>;

/** Tests what the forms of the editor change in a CV, as the API shows it. */
export function unchangedCvTests(systemOf: () => UserApiSystem): void {
  let owner: Owner;
  let visitor: WebVisitor;
  let api: CompanyApi;

  beforeAll(async () => {
    const system = systemOf();
    api = system.companies.ours.api;
    owner = await system.createOwner('unchanged');
    visitor = createWebVisitor(system.publicUrl, newAddress());
    const { username: login, password } = owner;
    await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login, password });
  });

  const create = async (content: object): Promise<number> => {
    const { status, json } = await api.post(`/api/v1/users/${owner.id}/cv`, content);
    expect([status, json]).toEqual([201, expect.anything()]);
    return json.id;
  };
  const read = async (id: number) => {
    const { text, headers, json } = await api.get(`/api/v1/cv/${id}`);
    return { text, version: headers.get('etag'), json };
  };

  /** Opens the forms of all parts of a CV. */
  async function openForms(id: number): Promise<Forms> {
    const edit = `/account/cvs/${id}/edit`;
    const { text } = await visitor.get(edit);
    const links = text.matchAll(new RegExp(`href="(${edit}/[a-z]+(?:/\\d+)?)"`, 'g'));
    const forms: Forms = new Map();
    for (const path of new Set(Array.from(links, ([, path = '']) => path)))
      if (!OTHER_PAGES.test(path)) forms.set(path, unchangedFields((await visitor.get(path)).text, path));
    expect([...forms.keys()]).toEqual(expect.arrayContaining([`${edit}/about`, `${edit}/personal`]));
    return forms;
  }

  /** Submits the forms for the photo, the design and the order of sections as a browser does if nothing is changed. */
  async function submitOtherPages(id: number): Promise<void> {
    const [photo = '', design = '', sections = ''] = ['photo', 'design', 'sections'].map(
      (page) => `/account/cvs/${id}/edit/${page}`,
    );
    const upload = new FormData();
    for (const [name, value] of Object.entries(unchangedFields((await visitor.get(photo)).text, photo)))
      if (name !== 'file') upload.append(name, value);
    // Without a chosen file, browsers submit an empty one.
    upload.append('file', new Blob([], { type: 'application/octet-stream' }), '');
    expect([photo, (await visitor.post(photo, upload)).status]).toEqual([photo, 422]);
    const shown = unchangedFields((await visitor.get(design)).text, design);
    expect((await visitor.post(design, shown)).location).toBe(`${design}?done=saved`);
    const { text } = await visitor.get(sections);
    const reset = `${sections}/reset`;
    if (!text.includes(`action="${reset}"`)) return;
    expect((await visitor.post(reset, unchangedFields(text, reset))).location).toBe(`${sections}?done=reset`);
    // A section that is dropped where it was.
    const moved = { ...unchangedFields(text, sections), action: 'to', to: '1' };
    expect((await visitor.post(sections, moved)).location).toBe(`${sections}?done=moved`);
  }

  /** Submits a form with one changed field, and expects that nothing else changes. */
  async function changeAlone(id: number, forms: Forms, change: FormChange): Promise<Forms> {
    const { path, name, changed } = change;
    const before = await read(id);
    expect([change, (await visitor.post(path, changed)).status]).toEqual([change, 303]);
    const differing = differences(before.json, (await read(id)).json);
    const expected = new RegExp(`\\b${nameOf(name)}(?:\\.isoCode)?$`);
    expect([change, differing]).toEqual([change, STORED_ELSEWHERE.test(path) ? [] : [expect.stringMatching(expected)]]);
    const after = await openForms(id);
    for (const [one, shown] of forms)
      expect(shownTexts(after.get(one))).toEqual(shownTexts(one === path ? changed : shown));
    return after;
  }

  test('any CV whose forms are opened and saved unchanged has the same bytes and version', async () => {
    let saved = 0;
    await fc.assert(
      fc.asyncProperty(documents, async (content) => {
        const id = await create(content);
        const before = await read(id);
        for (const [path, fields] of await openForms(id)) {
          expect([path, (await visitor.post(path, fields)).status]).toEqual([path, 303]);
          saved += 1;
        }
        await submitOtherPages(id);
        const { text, version } = await read(id);
        expect(text).toBe(before.text);
        expect(version).toBe(before.version);
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(saved).toBeGreaterThan(100);
  }, 120_000);

  test('a field that the owner changes is the only one that changes', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.constantFrom(...fieldKinds), fc.nat(), async (content, kind, any) => {
        const id = await create(content);
        const forms = await openForms(id);
        const changes = changesIn(forms);
        const ofKind = changes.filter((one) => one.kind === kind);
        const choices = ofKind.length > 0 ? ofKind : changes;
        const change = choices[any % choices.length] as (typeof choices)[number];
        await changeAlone(id, forms, change);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 120_000);

  test('each field of the editor can be changed alone', async () => {
    const missing = new Set(editorFields);
    // Generated CVs have all fields, but few have them all together.
    for (const content of fc.sample(documents, { numRuns: 100, seed: 1 })) {
      if (missing.size === 0) break;
      const id = await create(content);
      let forms = await openForms(id);
      for (const { path, name } of changesIn(forms)) {
        const field = fieldOf(path, name);
        const change = missing.has(field) && changesIn(forms).find((one) => one.path === path && one.name === name);
        if (!change) continue;
        forms = await changeAlone(id, forms, change);
        missing.delete(field);
      }
    }
    expect([...missing]).toEqual([]);
  }, 240_000);
}

/** Fields by section. Those of rows have the kind of row instead of the section. */
const editorFields = [
  ...sectionNames.flatMap((section) => sections[section].fields.map((field) => `${section} ${fieldName(field)}`)),
  ...Object.entries(rowFields).flatMap(([rows, fields]) =>
    fields.map((field) => `${rows} in rows ${fieldName(field)}`),
  ),
];

function fieldOf(path: string, name: string): string {
  const section = /\/edit\/([a-z]+)/.exec(path)?.[1] as SectionName;
  const { rows } = sectionOf(section);
  return nameOf(name) === name ? `${section} ${name}` : `${rows} in rows ${nameOf(name)}`;
}

type FormChange = FieldChange & { path: string };

const changesIn = (forms: Forms): FormChange[] =>
  [...forms].flatMap(([path, fields]) => changesOf(fields).map((one) => ({ path, ...one })));

/** Without the fields that the page adds. */
function shownTexts({ csrf, digest, loaded, once, ...texts }: Record<string, string> = {}): Record<string, string> {
  return texts;
}

/** Returns the paths at which two CVs differ, except for derived fields. */
function differences(one: Json, other: Json, path: string[] = []): string[] {
  if (JSON.stringify(one) === JSON.stringify(other) || (path.length === 1 && DERIVED.includes(path[0] ?? '')))
    return [];
  if (!isContainer(one) || !isContainer(other)) return [path.join('.')];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], [...path, name]));
}

const isContainer = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null;
