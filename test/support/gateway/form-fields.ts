import { formIn, type PageResponse, type WebVisitor } from './web-visitor.ts';

const INPUT = /<input((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;
const TEXT_AREA = /<textarea((?:\s+[\w-]+(?:="[^"]*")?)*)>([^<]*)<\/textarea>/g;
const SELECT = /<select((?:\s+[\w-]+(?:="[^"]*")?)*)>(.*?)<\/select>/gs;
const OPTION = /<option((?:\s+[\w-]+(?:="[^"]*")?)*)>/g;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;

/** Returns what a browser submits of a form if the visitor changes nothing. */
export function unchangedFields(html: string, action: string): Record<string, string> {
  const content = formIn(html, action);
  const fields: Record<string, string> = {};
  for (const [, text = ''] of content.matchAll(INPUT)) {
    const { name, type, ...input } = attributesOf(text);
    const isBox = type === 'checkbox' || type === 'radio';
    if (name && (!isBox || 'checked' in input)) fields[name] = submittedText(input.value ?? (isBox ? 'on' : ''), type);
  }
  // A parser ignores the first line break.
  for (const [, text = '', value = ''] of content.matchAll(TEXT_AREA))
    fields[attributesOf(text).name ?? ''] = received(
      decoded(value).replace(/\r\n?/g, '\n').replace(/^\n/, ''),
    ).replaceAll('\n', '\r\n');
  for (const [, text = '', options = ''] of content.matchAll(SELECT)) {
    const all = Array.from(options.matchAll(OPTION), ([, one = '']) => attributesOf(one));
    fields[attributesOf(text).name ?? ''] = (all.find((one) => 'selected' in one) ?? all[0])?.value ?? '';
  }
  return fields;
}

/** Submits the form of a page with some changed fields. */
export function submitChanged(
  visitor: WebVisitor,
  page: PageResponse,
  action: string,
  changes: Record<string, string>,
) {
  return visitor.post(action, { ...unchangedFields(page.text, action), ...changes });
}

function submittedText(value: string, type: string | undefined): string {
  if (type === 'date') return /^(?!0000)\d{4,}-\d\d-\d\d$/.test(value) ? value : '';
  return received(value.replace(/[\r\n]/g, ''));
}

/** A parser replaces NUL, and encoding replaces lone surrogates. */
const received = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

function attributesOf(text: string): Record<string, string | undefined> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, decoded(value)]),
  );
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
