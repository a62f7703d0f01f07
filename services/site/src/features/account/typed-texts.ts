import { VitaeError } from '@vitae/kit/errors';
import { messagesFor } from '../../locales/messages.ts';
import type { KeptForm } from '../../sessions/kept-form.ts';
import type { AccountView } from './account-view.ts';
import { fieldLabels } from './editor/part-form.tsx';
import { addressOf, partParamsOf } from './editor/part-params.ts';
import { nameOf, rowFields, sectionOf } from './editor/sections.ts';
import { submissionOf } from './editor/submission.ts';

/** A text that an owner typed into a field with this label. */
export type TypedText = { label: string; text: string };

/** The kinds of fields with a choice. */
const CHOICES: ReadonlySet<string> = new Set(['culture', 'country', 'state', 'code', 'licence']);

/** Returns the texts in a form of a CV, without choices, which owners do not need to copy. */
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
  const { newCv, share } = messagesFor(view.locale);
  const fields = {
    rename: ['title', newCv.questions.labels.title],
    links: ['name', share.links.name],
    address: ['slug', share.address.label],
    'user-address': ['userSlug', share.userAddress.label],
  };
  const [name, label] = fields[path.split('/').at(-1) as keyof typeof fields] ?? [];
  return name && label ? [{ label, text: form.get(name) }].filter(hasText) : [];
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
