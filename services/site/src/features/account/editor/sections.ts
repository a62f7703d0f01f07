import type { CodeTableName } from '@vitae/proto/code-tables';
import { maxItems } from '@vitae/proto/cv-items';
import { maxSectionItems, type ResumeSections } from '@vitae/proto/export-source';

/** A form field of the editor. `path` leads to its value in a CV or in an item; its last name is the name of the field. */
export type EditorField = { path: readonly string[]; wide?: boolean } & (
  | {
      kind:
        | 'line'
        | 'text'
        | 'day'
        | 'address'
        | 'country'
        | 'state'
        | 'culture'
        | 'licence'
        | 'level'
        | 'partialDay'
        | 'texts';
    }
  | { kind: 'code'; table: CodeTableName }
);

/** Fields that an item has several times: the tasks of an experience, or the entries below a skill or an interest. */
export type RowKind = 'missions' | 'skills' | 'interests';

type Section = {
  fields: readonly EditorField[];
  /** The list of a section with items. `stable` items have ids; others are found by their position. */
  list?: { path: readonly [string, string]; stable: boolean; newestFirst?: boolean; max?: number };
  rows?: RowKind;
};

const line = (...path: string[]): EditorField => ({ kind: 'line', path });
const text = (...path: string[]): EditorField => ({ kind: 'text', path });
const day = (...path: string[]): EditorField => ({ kind: 'day', path });
const partialDay = (...path: string[]): EditorField => ({ kind: 'partialDay', path });
/** Several texts, one per line. */
const texts = (...path: string[]): EditorField => ({ kind: 'texts', path });
const webAddress: EditorField = { kind: 'address', path: ['url'] };
const code = (table: CodeTableName, ...path: string[]): EditorField => ({ kind: 'code', table, path });

/** The list of a section that CV data does not have. */
const resumeList = (section: keyof ResumeSections) =>
  ({ path: ['resumeSections', section], stable: false, max: maxSectionItems }) as const;

/** All sections of a CV in the order of the editor. */
export const sections = {
  about: {
    fields: [
      line('title'),
      { kind: 'culture', path: ['culture'] },
      code('professionalStatus', 'professionalStatus'),
      code('availability', 'availability'),
      line('blog', 'rss'),
    ],
  },
  personal: {
    fields: [
      day('userInformation', 'birthdate'),
      line('userInformation', 'maritalStatus'),
      line('userInformation', 'zipcode'),
      line('userInformation', 'city'),
      { kind: 'country', path: ['userInformation', 'country'] },
      { kind: 'state', path: ['userInformation', 'state'] },
      { kind: 'licence', path: ['userInformation', 'DriversLicence'] },
    ],
  },
  presentation: { fields: [line('presentation', 'title'), text('presentation', 'text')] },
  experiences: {
    list: { path: ['experiences', 'experience'], stable: true, newestFirst: true },
    fields: [
      line('title'),
      line('company'),
      line('city'),
      { kind: 'country', path: ['country'] },
      { kind: 'state', path: ['state'] },
      code('experienceContractType', 'contractType'),
      day('start'),
      day('end'),
      text('description'),
    ],
    rows: 'missions',
  },
  educations: {
    list: { path: ['educations', 'education'], stable: true, newestFirst: true },
    fields: [line('degree'), line('school'), day('start'), day('end'), text('description')],
  },
  skills: {
    list: { path: ['skills', 'skill'], stable: false },
    fields: [line('title'), { kind: 'level', path: ['level'] }, text('details')],
    rows: 'skills',
  },
  interests: { list: { path: ['interests', 'interest'], stable: false }, fields: [line('title')], rows: 'interests' },
  portfolios: {
    list: { path: ['portfolios', 'portfolio'], stable: true },
    fields: [
      line('title'),
      { kind: 'address', path: ['url'] },
      day('createDate'),
      text('description'),
      line('mediaType'),
      text('content'),
      text('embed'),
      line('path'),
    ],
  },
  links: {
    list: { path: ['links', 'link'], stable: true },
    fields: [line('type'), { kind: 'address', path: ['url'] }],
  },
  contacts: { list: { path: ['contacts', 'contact'], stable: false }, fields: [line('type'), line('value')] },
  languages: { list: resumeList('languages'), fields: [line('language'), line('fluency')] },
  projects: {
    list: resumeList('projects'),
    fields: [
      line('name'),
      line('entity'),
      texts('roles'),
      partialDay('startDate'),
      partialDay('endDate'),
      webAddress,
      text('description'),
      texts('highlights'),
      texts('keywords'),
    ],
  },
  certificates: {
    list: resumeList('certificates'),
    fields: [line('name'), line('issuer'), partialDay('date'), webAddress],
  },
  publications: {
    list: resumeList('publications'),
    fields: [line('name'), line('publisher'), partialDay('releaseDate'), webAddress, text('summary')],
  },
  awards: {
    list: resumeList('awards'),
    fields: [line('title'), line('awarder'), partialDay('date'), text('summary')],
  },
  volunteer: {
    list: resumeList('volunteer'),
    fields: [
      line('position'),
      line('organization'),
      partialDay('startDate'),
      partialDay('endDate'),
      webAddress,
      text('summary'),
      texts('highlights'),
    ],
  },
  references: { list: resumeList('references'), fields: [line('name'), text('reference')] },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
export const sectionOf = (name: SectionName): Section => sections[name];

/** The fields of one row. Entries below a skill or an interest also have a depth. */
export const rowFields: Record<RowKind, readonly EditorField[]> = {
  missions: [text('description')],
  skills: [line('title'), { kind: 'level', path: ['level'] }, text('details')],
  interests: [line('title')],
};

export const maxItemsOf = (section: SectionName): number => sectionOf(section).list?.max ?? maxItems;

export const nameOf = ({ path }: EditorField): string => path.at(-1) ?? '';
