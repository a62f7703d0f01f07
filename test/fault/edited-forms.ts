import type { Json } from '../support/company-api.ts';
import { choose, type EditedForm, fieldOf, type Tab, type, wordsOf } from './edited-tab.ts';

/** The first word of each field in which the owner types. */
const START = 'Start';

/** A CV with a part of each kind. */
export const cvToEdit = {
  title: START,
  presentation: { title: START, text: START },
  experiences: {
    experience: [{ title: START, company: START, description: START, missions: { mission: [{ description: START }] } }],
  },
  skills: { skill: [{ title: START, details: START, children: { skill: [{ title: START, details: START }] } }] },
  interests: { interest: [{ title: 'Interest' }] },
};

/** The forms that are open, each in a tab of its own. One is open in two tabs. */
export const editedForms = (experienceId: number): readonly EditedForm[] => [
  { name: 'presentation', path: '/presentation', texts: ['title', 'text'], choices: {} },
  { name: 'presentation', path: '/presentation', texts: ['title', 'text'], choices: {} },
  {
    name: 'about',
    path: '/about',
    texts: ['title'],
    choices: { professionalStatus: ['1', '2', '3'], availability: ['1', '2'], culture: ['de_DE', 'fr_FR', 'it_IT'] },
  },
  {
    name: 'experience',
    path: `/experiences/${experienceId}`,
    texts: ['title', 'company', 'description', 'description.0'],
    choices: { contractType: ['1', '2', '3'], start: ['2001-02-03', '2002-03-04'], country: ['DEU', 'FRA', 'ITA'] },
  },
  {
    name: 'skill',
    path: '/skills/1',
    texts: ['title', 'details', 'title.0', 'details.0'],
    choices: { level: ['10', '25', '95'], 'level.0': ['20', '45'] },
  },
  {
    name: 'project',
    path: '/projects/1',
    texts: ['name', 'description', 'highlights', 'keywords'],
    choices: { startDate: ['2001', '2002-03', '2003-04-05'], url: ['https://one.example', 'https://two.example'] },
  },
];

/** The form of an entry that does not exist yet. */
export const newEntry: EditedForm = { name: 'education', path: '/educations/new', texts: ['degree'], choices: {} };

/** Words and values by form and field. */
export type Contents = Record<string, string[]>;
export const placeOf = ({ name }: EditedForm, field: string) => `${name} ${field}`;
export const sorted = (contents: Contents) =>
  Object.fromEntries(Object.entries(contents).map(([place, words]) => [place, words.toSorted()]));

export async function readForms(shown: readonly Tab[]): Promise<Contents> {
  const contents: Contents = {};
  for (const tab of shown)
    for (const name of [...tab.form.texts, ...Object.keys(tab.form.choices)])
      contents[placeOf(tab.form, name)] = wordsOf((await fieldOf(tab, name)).value);
  return contents;
}

/** Types a word in one of the fields of a form, or chooses a value, and records it. */
export async function editAny(tab: Tab, word: string, random: () => number, contents: Contents): Promise<void> {
  const { texts, choices } = tab.form;
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const [name, values] = any(Object.entries(choices)) ?? [];
  if (name !== undefined && values !== undefined && random() < 0.4) {
    const value = any(values);
    contents[placeOf(tab.form, name)] = [value];
    return choose(tab, name, value);
  }
  const text = any(texts);
  contents[placeOf(tab.form, text)]?.push(word);
  return type(tab, text, ` ${word}`);
}

type Cv = Json;
export type CompanyChange = readonly [place: string, append: (cv: Cv, word: string) => object];

/** Changes of texts that the owner edits, too. */
export const changesByCompany: readonly CompanyChange[] = [
  [
    'presentation text',
    ({ presentation }, word) => ({ presentation: { ...presentation, text: `${presentation.text} ${word}` } }),
  ],
  [
    'experience description',
    ({ experiences: { experience } }, word) => ({
      experiences: { experience: [{ ...experience[0], description: `${experience[0].description} ${word}` }] },
    }),
  ],
  [
    'skill details',
    ({ skills: { skill } }, word) => ({
      skills: { skill: [{ ...skill[0], details: `${skill[0].details} ${word}` }] },
    }),
  ],
];
