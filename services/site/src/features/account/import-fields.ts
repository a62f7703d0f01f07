import type { Locale } from '@vitae/proto/locale';
import { messagesFor } from '../../locales/messages.ts';
import { visibilitySettings } from './api-cv.ts';

type EditorLabel = keyof ReturnType<typeof messagesFor>['editor']['labels'];
type FieldLabel = keyof ReturnType<typeof messagesFor>['newCv']['report']['fields'];

/** The labels of the editor by field of JSON Resume. Fields without a section have the same label in all sections. */
const EDITOR_LABELS: Record<string, EditorLabel> = {
  'basics.label': 'about.title',
  'basics.summary': 'text',
  'basics.location.postalCode': 'zipcode',
  'basics.location.city': 'city',
  'basics.location.countryCode': 'country',
  'work.name': 'company',
  'work.company': 'company',
  'work.position': 'experiences.title',
  'work.location': 'city',
  'work.description': 'experiences.description',
  'work.summary': 'experiences.description',
  'education.institution': 'school',
  'education.studyType': 'degree',
  'education.area': 'degree',
  'education.courses': 'description',
  'skills.name': 'skills.title',
  'interests.name': 'interests.title',
  startDate: 'start',
  endDate: 'end',
  date: 'createDate',
  releaseDate: 'createDate',
  description: 'description',
  summary: 'description',
  title: 'title',
  level: 'level',
  url: 'url',
  type: 'type',
};

/** Labels of fields that the editor does not have. */
const FIELD_LABELS: Record<string, FieldLabel> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  'location.address': 'address',
  'location.region': 'region',
  network: 'network',
  username: 'username',
  score: 'score',
  keywords: 'keywords',
  recipient: 'recipient',
};

/** The label of a field, or its name in the file. Columns of LinkedIn have their own names. */
export function labelOfField(locale: Locale, section: string, field: string): string {
  const { account, editor, newCv } = messagesFor(locale);
  const editorLabel = ownValue(EDITOR_LABELS, `${section}.${field}`) ?? ownValue(EDITOR_LABELS, field);
  if (editorLabel) return editor.labels[editorLabel];
  if (section === 'work' && field === 'highlights') return editor.rows.missions.title;
  if (section === 'basics' && field === 'image') return editor.pictures.photo;
  if (section === 'work' && field === 'logo') return editor.pictures.logo;
  if (section === 'portfolios' && field === 'path') return editor.pictures.work;
  const setting = section === 'settings' && visibilitySettings.find((name) => name === field);
  if (setting) return account.cvs[setting];
  const fieldLabel = ownValue(FIELD_LABELS, field);
  return fieldLabel ? newCv.report.fields[fieldLabel] : field.replace(/^linkedIn\./, '');
}

function ownValue<Value>(labels: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}
