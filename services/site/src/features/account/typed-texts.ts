import { VitaeError } from '@vitae/kit/errors';
import { type Messages, messagesFor } from '../../locales/messages.ts';
import type { KeptForm } from '../../sessions/kept-form.ts';
import type { AccountView } from './account-view.ts';
import { fieldLabels } from './editor/part-form.tsx';
import { addressOf, partParamsOf } from './editor/part-params.ts';
import { nameOf, rowFields, sectionOf } from './editor/sections.ts';
import { submissionOf } from './editor/submission.ts';
import { preferenceLabel } from './preferences-page.tsx';

/** A text that an owner typed into a field with this label. */
export type TypedText = { label: string; text: string };

/** The kinds of fields with a choice. */
const CHOICES: ReadonlySet<string> = new Set(['culture', 'country', 'state', 'code', 'licence']);

type Labels = Readonly<Record<string, string>>;
const PLACE_TEXT = /^place-\d+-(?:city|zip|perimeter|lat|lng)$/;

/** The forms with text outside the editor: their addresses, and the labels of their text fields. */
const forms: readonly [path: RegExp, labelsOf: (messages: Messages) => Labels][] = [
  [/^\/account\/cvs\/start$/, ({ newCv }) => newCv.questions.labels],
  [/^\/account\/cvs\/\d+\/rename$/, ({ newCv }) => ({ title: newCv.questions.labels.title })],
  [/^\/account\/cvs\/\d+\/share\/links$/, ({ share }) => ({ name: share.links.name })],
  [/^\/account\/cvs\/\d+\/share\/address$/, ({ share }) => ({ slug: share.address.label })],
  [/^\/account\/cvs\/\d+\/share\/user-address$/, ({ share }) => ({ userSlug: share.userAddress.label })],
  [
    /^\/account\/profile\/details$/,
    ({ profile: { details } }) => ({ firstname: details.firstname, lastname: details.lastname, phone: details.phone }),
  ],
  [/^\/account\/profile\/username$/, ({ profile }) => ({ username: profile.username.label })],
  [/^\/account\/profile\/email$/, ({ profile }) => ({ email: profile.email.label })],
];

/** Returns the texts in a form of an owner, without choices, which owners do not need to copy, and without passwords. */
export function typedTexts(view: AccountView, { path, form }: KeptForm): TypedText[] {
  const params = partParamsOf(path);
  if (params) {
    try {
      return partTexts(view, params, form);
    } catch (thrown) {
      // No page has a form with these fields.
      if (VitaeError.from(thrown).code !== 'INVALID_ARGUMENT') throw thrown;
      return [];
    }
  }
  const labelOf = labelsAt(view, path);
  return form
    .entries()
    .map(([name, text]) => ({ label: labelOf(name) ?? '', text }))
    .filter((typed) => typed.label !== '' && hasText(typed));
}

/** Returns a function for the label of a text field, which is undefined for other fields. */
function labelsAt(view: AccountView, path: string): (name: string) => string | undefined {
  if (path === '/account/preferences')
    return (name) => (PLACE_TEXT.test(name) ? preferenceLabel(view, name) : undefined);
  const [, labelsOf] = forms.find(([pattern]) => pattern.test(path)) ?? [];
  const labels = labelsOf?.(messagesFor(view.locale)) ?? {};
  return (name) => (Object.hasOwn(labels, name) ? labels[name] : undefined);
}

function partTexts(view: AccountView, params: Record<string, unknown>, form: KeptForm['form']): TypedText[] {
  const address = addressOf(params);
  const { texts } = submissionOf(address, form);
  const { fields, rows } = sectionOf(address.section);
  const label = fieldLabels(view, address.section, texts);
  const typed = new Set(
    [...fields, ...(rows ? rowFields[rows] : [])].filter(({ kind }) => !CHOICES.has(kind)).map(nameOf),
  );
  return Object.entries(texts)
    .filter(([name]) => typed.has(name.split('.')[0] ?? ''))
    .map(([name, text]) => ({ label: label(name), text }))
    .filter(hasText);
}

const hasText = ({ text }: TypedText) => text.trim() !== '';
