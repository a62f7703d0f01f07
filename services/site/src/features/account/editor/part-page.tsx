import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { FieldLinks } from '../../../components/field-links.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { editorScript } from '../../../layout/assets.ts';
import { LONG_FORM } from '../../../layout/form.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import type { EditedCv } from './cv-editor.ts';
import { itemsOf, type PartAddress, type PartTexts, textsOf } from './cv-part.ts';
import { editorPath, partPath } from './editor-pages.tsx';
import type { Faults } from './fault.ts';
import { isShown, type JsonObject, valueAt } from './field-text.ts';
import { differingFields, faultMessage, fieldLabels, PartFields, RowTemplate } from './part-form.tsx';
import { EditorLinks, Preview } from './preview-section.tsx';
import type { AutosaveTexts } from './script-texts.ts';
import { maxItemsOf, type SectionName, sectionOf } from './sections.ts';

/** The properties of the fields of a part. */
export function fieldsOf({ view, address, texts, faults = {}, conflict, edited }: Omit<PartPageProps, 'renderedRows'>) {
  return { view, section: address.section, texts, faults, stored: conflict?.stored, culture: edited.cv.culture };
}

export type PartPageProps = {
  /** See `renderRows`. */
  renderedRows: string;
  view: AccountView;
  owner: Owner;
  edited: EditedCv;
  address: PartAddress;
  texts: PartTexts;
  digest: string;
  /** Describes the fields that the form was based on, see `loadedOf`. */
  loaded: string;
  /** The one-time token of the submitted form of a new item. */
  once?: string;
  /** The revision with which an earlier submission of the form changed the part. */
  changed?: number | undefined;
  /** The number of items when the digest was made, as submitted. By default, the current number. */
  items?: number;
  faults?: Faults;
  /** What another request stored, or that it deleted the item. */
  conflict?: { stored: PartTexts | undefined };
  /** The form of another session, or an old one. */
  expired?: boolean;
  saved?: boolean;
  /** Why nothing was saved: the section has the maximum number of items, or the form or the CV is too large. */
  problem?: 'full' | 'notReceived' | 'cvTooLarge';
  /** Fields elsewhere in the CV that are invalid. */
  rejected?: string[];
  /** The part does not fit into a form. */
  tooLarge?: boolean;
};

/** The form of one part of a CV. */
export function PartPage(props: PartPageProps): VNode {
  const { view, owner, edited, address, digest, renderedRows, tooLarge = false } = props;
  const { account, editor, common, text } = messagesFor(view.locale);
  const { section, item } = address;
  const isRejected = Object.keys(props.faults ?? {}).length > 0;
  const heading = item === 'new' ? editor.add[section as keyof typeof editor.add] : editor.sections[section];
  const back = `${editorPath(edited.cv.id)}#section-${section}`;
  const rows = sectionOf(section).rows;
  return (
    <Frame
      view={view}
      title={isRejected ? text(common.errorTitle, { title: heading }) : heading}
      owner={owner}
      scripts={[editorScript.path]}
    >
      <div class="editor-columns">
        <div class="stack-wide">
          <EditorLinks
            view={view}
            back={back}
            text={text(editor.title, { title: edited.cv.title || account.cvs.untitled })}
          />
          <h1>{heading}</h1>
          <Problems {...props} />
          {!tooLarge && (
            <PostForm
              action={partPath(edited.cv.id, address)}
              sessionId={view.sessionId}
              once={item === 'new' && (props.once || true)}
              carry={{ items: props.items === undefined ? itemCount(edited, section) : String(props.items) }}
              class="sheet stack editor-form"
              autosave={
                {
                  ...editor.autosave,
                  isConflict: props.conflict !== undefined,
                  title: heading,
                  shortYear: editor.faults.year,
                } satisfies AutosaveTexts
              }
            >
              <PartFields {...fieldsOf(props)} renderedRows={renderedRows} />
              <div class="choice">
                <Button>{editor.save}</Button>
                {rows && (
                  <Button kind="secondary" name="stay" value="1">
                    {editor.saveAndStay}
                  </Button>
                )}
                <a class="button button-secondary" href={back}>
                  {common.cancel}
                </a>
              </div>
              <div id="autosave" class="save-status" role="status" />
              {/* Here, the script stores the revision of the changes that it saved. */}
              <input type="hidden" name="changed" value={props.changed ?? ''} />
              <input type="hidden" name="loaded" value={props.loaded} />
              {/* The last field: without it, an incomplete page is a conflict and replaces nothing. */}
              <input type="hidden" name="digest" value={digest} />
            </PostForm>
          )}
          {!tooLarge && <RowTemplate {...fieldsOf(props)} />}
          {!tooLarge && <PictureLink view={view} cvId={edited.cv.id} address={address} />}
        </div>
        <Preview view={view} cvId={edited.cv.id} />
      </div>
    </Frame>
  );
}

/** Leads to the picture of an entry. The script shows the link as soon as it has saved a new entry. */
function PictureLink({ view, cvId, address }: { view: AccountView; cvId: number; address: PartAddress }): VNode | null {
  const { edit } = messagesFor(view.locale).editor.pictures;
  const { section, item } = address;
  if (section !== 'experiences' && section !== 'portfolios') return null;
  const [page, label] = section === 'experiences' ? (['logo', edit.logo] as const) : (['picture', edit.work] as const);
  return (
    <p id="picture-link" data-page={page} hidden={item === 'new'}>
      <a {...(item === 'new' ? {} : { href: `${partPath(cvId, address)}/${page}` })}>{label}</a>
    </p>
  );
}

function itemCount({ cv }: EditedCv, section: SectionName): string | undefined {
  return sectionOf(section).list && String(itemsOf(cv as unknown as JsonObject, section).length);
}

/** A conflict about a part with hundreds of rows links to the first fields only. */
const MAX_LINKS = 50;

/** Everything that keeps the form from being saved, with links to the fields. */
function Problems({ renderedRows: _rows, ...page }: PartPageProps): VNode {
  const { view, address, texts, faults = {}, conflict, ...props } = page;
  const { editor, text } = messagesFor(view.locale);
  const { expired = false, saved = false, problem, rejected, tooLarge = false } = props;
  const named = Object.entries(faults);
  const label = fieldLabels(view, address.section, texts);
  return (
    <>
      {saved && <Notice kind="good">{editor.done.saved}</Notice>}
      {expired && <Notice kind="bad">{editor.expired}</Notice>}
      {tooLarge && <Notice kind="bad">{editor.tooLarge}</Notice>}
      {problem && <Notice kind="bad">{text(editor[problem], { max: maxItemsOf(address.section) })}</Notice>}
      {rejected && <Notice kind="bad">{text(editor.rejected, { fields: rejected.join(', ') })}</Notice>}
      {conflict && (
        <Notice kind="bad" details={<FieldLinks fields={differingFields(fieldsOf(page)).slice(0, MAX_LINKS)} />}>
          {conflict.stored ? editor.conflict.changed : editor.conflict.deleted}
        </Notice>
      )}
      {named.length > 0 && (
        <Notice
          kind="bad"
          details={
            <FieldLinks
              fields={named.map(([name, fault]) => ({ name, label: `${label(name)}: ${faultMessage(view, fault)}` }))}
            />
          }
        >
          {editor.problems}
        </Notice>
      )}
    </>
  );
}

/** Whether a form has space for the texts of a part, with some more. */
export function fitsForm(texts: PartTexts): boolean {
  const fields = Object.keys(texts).length;
  const { length } = new URLSearchParams(texts).toString();
  return fields <= LONG_FORM.fields * 0.9 && length <= LONG_FORM.bytes * 0.9;
}

/** The texts of the fields that a form can show. */
export function shownTexts(section: SectionName, part: JsonObject): PartTexts {
  const texts = textsOf(section, part);
  for (const field of sectionOf(section).fields)
    if (!isShown(field, valueAt(part, field.path))) delete texts[field.path.at(-1) ?? ''];
  return texts;
}
