import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { allWords } from '@vitae/document/words/all-words';
import { isolateText } from '@vitae/kit/isolate-text';
import type { SlicedWork } from '@vitae/kit/slices';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { editorScript } from '../../../layout/assets.ts';
import { renderEach } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import type { EditedCv, ItemAction } from './cv-editor.ts';
import { digestOf, itemNumber, itemsOf, orderDigest, type PartAddress, textsOf } from './cv-part.ts';
import { type JsonObject, textOf, valueAt } from './field-text.ts';
import { labelOf, optionOf } from './part-form.tsx';
import { EditorLinks, Preview } from './preview-section.tsx';
import type { OrderTexts } from './script-texts.ts';
import { type EditorField, nameOf, type SectionName, sectionNames, sectionOf } from './sections.ts';

export const editorPath = (cvId: number) => `/account/cvs/${cvId}/edit`;
export const partPath = (cvId: number, { section, item }: PartAddress) =>
  `${editorPath(cvId)}/${section}${item === undefined ? '' : `/${item}`}`;

/** The page after a change. `changed` is the revision that can be undone. */
export const overviewPath = (cvId: number, done: EditorDone, section: SectionName, changed?: number) =>
  `${editorPath(cvId)}?done=${done}${changed === undefined ? '' : `&revision=${changed}`}#section-${section}`;

export const editorDone = ['saved', 'deleted', 'moved', 'undone'] as const;
export type EditorDone = (typeof editorDone)[number];
export type EditorPageProps = {
  view: AccountView;
  owner: Owner;
  edited: EditedCv;
  done?: EditorDone | undefined;
  /** The revision with the change that can be undone. */
  undoable?: number | undefined;
  /** The item was changed or deleted in the meantime. */
  changed?: boolean;
  /** The rendered items of each section. */
  items: Items;
};
type Items = Partial<Record<SectionName, RenderedItems>>;
/** `order` identifies the order of the items. */
type RenderedItems = { rows: string; order: string };

/** Renders the items of all sections: a CV may have thousands. */
export function* renderItems(view: AccountView, edited: EditedCv): SlicedWork<Items> {
  const rendered: Items = {};
  for (const section of sectionNames) rendered[section] = yield* renderItemsOf(view, edited, section);
  return rendered;
}

export function* renderItemsOf(view: AccountView, edited: EditedCv, section: SectionName): SlicedWork<RenderedItems> {
  const items = itemsOf(edited.cv as unknown as JsonObject, section);
  const rows = yield* renderEach(items, (item, index) => (
    <ItemRow {...{ view, edited, section, item, index }} count={items.length} />
  ));
  return { rows, order: orderDigest(section, items) };
}

/** /account/cvs/{id}/edit: all sections of a CV. */
export function EditorPage(props: EditorPageProps): VNode {
  const { view, owner, edited, done, undoable, changed = false } = props;
  const { account, editor, versions, text } = messagesFor(view.locale);
  const title = edited.cv.title || account.cvs.untitled;
  return (
    <Frame view={view} title={text(editor.title, { title })} owner={owner} scripts={[editorScript.path]}>
      {/* The script submits what the owner typed in an item that no longer exists. */}
      <div class="editor-columns" data-draft={changed ? '' : undefined}>
        <div class="stack-wide">
          <EditorLinks view={view} back="/account" text={account.title} />
          <h1>{text(editor.title, { title })}</h1>
          {done && (
            <div class="done">
              <Notice kind="good">{editor.done[done]}</Notice>
              {undoable !== undefined && <Undo view={view} cvId={edited.cv.id} revision={undoable} />}
            </div>
          )}
          {changed && <Notice kind="bad">{editor.itemChanged}</Notice>}
          {!edited.cv.published && (
            <PostForm action={`/account/cvs/${edited.cv.id}/publish`} sessionId={view.sessionId} class="row-details">
              <span class="muted">{account.cvs.unpublished}</span>
              <Button kind="secondary">{account.cvs.publish}</Button>
            </PostForm>
          )}
          <p class="row-details">
            <a class="button button-secondary" href={`${editorPath(edited.cv.id)}/design`}>
              {editor.design.edit}
            </a>
            <a class="button button-secondary" href={`${editorPath(edited.cv.id)}/sections`}>
              {editor.sectionOrder.edit}
            </a>
            {undoable === undefined && (
              <a class="button button-secondary" href={`/account/cvs/${edited.cv.id}/versions`}>
                {versions.title}
              </a>
            )}
          </p>
          {sectionNames.map((section) =>
            sectionOf(section).list ? (
              <ItemsSection key={section} {...props} section={section} />
            ) : (
              <FactsSection key={section} {...props} section={section} />
            ),
          )}
        </div>
        <Preview view={view} cvId={edited.cv.id} />
      </div>
    </Frame>
  );
}

/** `back` is the page that follows, in the address of the editor. */
type UndoProps = { view: AccountView; cvId: number; revision: number; back?: string };

/** Undoes the change that stored the revision, and leads to earlier versions. */
export function Undo({ view, cvId, revision, back = 'edit' }: UndoProps): VNode {
  const { editor, versions } = messagesFor(view.locale);
  const carry = { revision: String(revision), back };
  return (
    <div class="pieces undo">
      <PostForm action={`/account/cvs/${cvId}/undo`} sessionId={view.sessionId} carry={carry}>
        <Button kind="quiet">{editor.undo}</Button>
      </PostForm>
      <a href={`/account/cvs/${cvId}/versions`}>{versions.title}</a>
    </div>
  );
}

type SectionProps = EditorPageProps & { section: SectionName };

/** A section without items: what it contains, without check boxes. */
function FactsSection({ view, edited, section }: SectionProps): VNode {
  const { editor } = messagesFor(view.locale);
  const texts = textsOf(section, edited.cv as unknown as JsonObject);
  const labels: Record<string, string> = editor.labels;
  const facts = sectionOf(section).fields.flatMap((field) => {
    const name = nameOf(field);
    const fact = factOf(view, edited, field, texts[name] ?? '');
    return fact ? [{ name, ...fact }] : [];
  });
  return (
    <section class="sheet stack-tight" aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{editor.sections[section]}</h2>
      {section === 'personal' && (
        <p class="field-hint">
          {editor.namesIn} <a href="/account/profile">{messagesFor(view.locale).profile.title}</a>
        </p>
      )}
      {facts.length > 0 && (
        <dl class="facts">
          {facts.map(({ name, text, lang }) => (
            <div key={name}>
              <dt>{labelOf(section, name, labels)}</dt>
              <dd class="stored-lines" dir="auto" lang={lang}>
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="row-details">
        <a
          class="button button-secondary"
          href={partPath(edited.cv.id, { section })}
          aria-label={`${editor.edit}: ${editor.sections[section]}`}
        >
          {editor.edit}
        </a>
        {section === 'personal' && (
          <a class="button button-secondary" href={`${editorPath(edited.cv.id)}/photo`}>
            {editor.pictures.edit.photo}
          </a>
        )}
      </p>
    </section>
  );
}

/** What the page shows of a field, undefined if it is empty. */
function factOf(view: AccountView, { cv }: EditedCv, field: EditorField, text: string) {
  if (text === '' || field.kind === 'licence' || (field.kind === 'code' && text === '0')) return undefined;
  const option = optionOf(field, view, cv.culture, text);
  return { text: option?.text ?? shorten(text), lang: option?.lang };
}

function ItemsSection({ view, edited, section, items }: SectionProps): VNode {
  const { editor } = messagesFor(view.locale);
  const { rows, order } = items[section] ?? {};
  return (
    <section class="sheet stack-tight" aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{editor.sections[section]}</h2>
      {rows && (
        <>
          <ul class="row-list" data-order={order} dangerouslySetInnerHTML={{ __html: rows }} />
          <OrderStatusPlace messages={editor.order} />
        </>
      )}
      <p>
        <a class="button button-secondary" href={partPath(edited.cv.id, { section, item: 'new' })}>
          {editor.add[section as keyof typeof editor.add]}
        </a>
      </p>
    </section>
  );
}

/** The place, after a sortable list, where a script reports what was moved. */
export function OrderStatusPlace({ messages }: { messages: { failed: string; signedOut: string } }): VNode {
  const texts: OrderTexts = { notMoved: messages.failed, signedOut: messages.signedOut };
  return <div data-texts={JSON.stringify(texts)} />;
}

type ItemRowProps = Pick<SectionProps, 'view' | 'edited' | 'section'> & {
  item: JsonObject;
  index: number;
  count: number;
};

function ItemRow({ view, edited, section, item, index, count }: ItemRowProps): VNode {
  const { editor } = messagesFor(view.locale);
  const address = { section, item: itemNumber(section, item, index) };
  const path = partPath(edited.cv.id, address);
  const title = titleOf(view.locale, section, item);
  const carry = { digest: digestOf(section, item) };
  const action = (name: ItemAction) => (
    <Button kind="quiet" name="action" value={name} label={`${editor[name]}: ${isolateText(title)}`}>
      {editor[name]}
    </Button>
  );
  return (
    <li class="stack-tight">
      <div class="row-heading">
        <p class="row-title" dir="auto">
          <a href={path}>{title}</a>
        </p>
        {count > 1 && (
          <button type="button" class="drag-handle" hidden aria-label={`${editor.order.drag}: ${isolateText(title)}`}>
            <span aria-hidden="true">⠿</span>
          </button>
        )}
      </div>
      <PostForm action={`${path}/arrange`} sessionId={view.sessionId} carry={carry} class="pieces">
        {index > 0 && action('up')}
        {index < count - 1 && action('down')}
        {action('delete')}
      </PostForm>
    </li>
  );
}

/** A short description of an item. */
function titleOf(locale: Locale, section: SectionName, item: JsonObject): string {
  const { editor } = messagesFor(locale);
  const { fields } = sectionOf(section);
  const [first = '', second = ''] = fields.slice(0, 2).map((field) => textOf(field, valueAt(item, field.path)).trim());
  const types: Record<string, string> = section === 'contacts' || section === 'links' ? editor.types : {};
  const name = Object.hasOwn(types, first) ? (types[first] ?? first) : first;
  const withSecond = TITLED_BY_FIRST.has(section) ? [name] : [name, second];
  return shorten([...withSecond, yearsOf(locale, item)].filter(Boolean).join(' · ')) || editor.untitledEntry;
}

/** Sections whose second field is no part of the title of an entry. */
const TITLED_BY_FIRST: ReadonlySet<SectionName> = new Set(['skills', 'portfolios', 'references']);

/** The first and last year of an entry. Like the CV, it shows a job or education without an end as ongoing. */
function yearsOf(locale: Locale, item: JsonObject): string {
  const dates = [item.start ?? item.startDate, item.end ?? item.endDate ?? item.date ?? item.releaseDate];
  const [start, end] = dates.map((date) => String(date ?? '').slice(0, 4));
  return !start || start === end ? (end ?? '') : `${start} – ${end || allWords[locale].present}`;
}

const MAX_SHOWN = 300;
const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text);
