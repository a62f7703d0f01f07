import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { displayIds } from '@vitae/proto/display';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { FieldLinks } from '../../../components/field-links.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { LabelledControl } from '../../../components/labelled-control.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { editorScript, templatePictures } from '../../../layout/assets.ts';
import { documentLanguageNames } from '../../../locales/document-languages.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { loadedOf, pageLimits, undoFields } from './design-form.ts';
import { editorPath } from './editor-pages.tsx';
import {
  type Design,
  type DesignConflict,
  type DesignField,
  type MergedDesign,
  personalSwitches,
  printSwitches,
  type SwitchName,
} from './own-design.ts';
import { EditorLinks, Preview } from './preview-section.tsx';
import type { AutosaveTexts } from './script-texts.ts';

export const designPath = (cvId: number) => `${editorPath(cvId)}/design`;
const undoPath = (cvId: number) => `${designPath(cvId)}/undo`;

export type DesignProps = {
  design: Design;
  /** See `DesignChange`. */
  shown: Design | undefined;
  done?: DesignDone | undefined;
  /** The last change, which can be undone. */
  undoable?: MergedDesign | undefined;
  /** The form was not saved, for example because the session had ended. */
  unsaved?: boolean;
  isColorInvalid?: boolean;
  /** The fields that another request changed too, and what it stored. */
  conflicts?: readonly DesignConflict[];
  stored?: Design;
};

export const designDone = ['saved', 'undone'] as const;
type DesignDone = (typeof designDone)[number];

type DesignPageProps = DesignProps & { view: AccountView; owner: Owner; cvId: number };

/** Template, color and what the files of a CV show. */
export function DesignPage(props: DesignPageProps): VNode {
  const { view, owner, cvId } = props;
  const { editor } = messagesFor(view.locale);
  const { title } = editor.design;
  return (
    <Frame view={view} title={title} owner={owner} scripts={[editorScript.path]}>
      <div class="editor-columns">
        <div class="stack-wide">
          <EditorLinks view={view} back={editorPath(cvId)} text={editor.open} />
          <h1>{title}</h1>
          <Notices {...props} />
          <DesignForm {...props} />
        </div>
        <Preview view={view} cvId={cvId} />
      </div>
    </Frame>
  );
}

/** What keeps the color from being saved. */
export function colorFault(locale: Locale): string {
  const { color, invalidColor } = messagesFor(locale).editor.design;
  return `${color}: ${invalidColor}`;
}

function Notices({ view, cvId, done, undoable, unsaved, isColorInvalid, conflicts = [] }: DesignPageProps): VNode {
  const { editor, text } = messagesFor(view.locale);
  const { design: messages } = editor;
  return (
    <>
      <div class="done">
        {done && <Notice kind="good">{editor.done[done]}</Notice>}
        {/* The script shows the form here after each change. */}
        <div id="undo">{undoable && <UndoDesign view={view} cvId={cvId} change={undoable} />}</div>
      </div>
      {unsaved && <Notice kind="bad">{editor.expired}</Notice>}
      {isColorInvalid && (
        <Notice kind="bad" details={<FieldLinks fields={[{ name: 'color', label: colorFault(view.locale) }]} />}>
          {editor.problems}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice kind="bad">
          {text(messages.conflict, {
            fields: conflicts.map((field) => ({ ...messages.switches, ...messages })[field]).join(', '),
          })}
        </Notice>
      )}
    </>
  );
}

type UndoDesignProps = { view: AccountView; cvId: number; change: MergedDesign };

/** Undoes a change. Fields that were changed since are a conflict. */
export function UndoDesign({ view, cvId, change }: UndoDesignProps): VNode {
  return (
    <div class="undo">
      <PostForm action={undoPath(cvId)} sessionId={view.sessionId} carry={undoFields(change)}>
        <Button kind="quiet">{messagesFor(view.locale).editor.undo}</Button>
      </PostForm>
    </div>
  );
}

type SwitchesProps = { locale: Locale; title: string; names: readonly SwitchName[]; design: Design };

function Switches({ locale, title, names, design }: SwitchesProps): VNode {
  const { switches } = messagesFor(locale).editor.design;
  return (
    <fieldset class="choices">
      <legend>{title}</legend>
      {names.map((name) => (
        <label key={name}>
          <input type="checkbox" name={name} value="1" checked={design.switches[name]} /> {switches[name]}
        </label>
      ))}
    </fieldset>
  );
}

type TemplatesProps = { locale: Locale; chosen: string; stored: string | undefined };

/** The templates, each with the first page of an example. */
function Templates({ locale, chosen, stored }: TemplatesProps): VNode {
  const { template, templates, example } = messagesFor(locale).editor.design;
  return (
    <fieldset class="choices">
      <legend>{template}</legend>
      {stored && <p class="field-hint">{stored}</p>}
      <div class="template-choices">
        {displayIds.map((id) => (
          <label key={id}>
            <img src={templatePictures.get(id)?.path} alt={example} loading="lazy" width={165} height={234} />
            <input type="radio" name="template" value={id} checked={id === chosen} /> {templates[id]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What another request stored in a field with a conflict. */
function storedText(locale: Locale, field: DesignField, stored: Design): string {
  const { editor, text } = messagesFor(locale);
  const { templates, noLimit, detectedLanguage, stored: message } = editor.design;
  const { template, color, maxPages, language } = stored;
  const named = documentLanguageNames.find(({ value }) => value === language);
  const values: Record<DesignField, string> = {
    template: templates[template],
    color,
    maxPages: maxPages === null ? noLimit : String(maxPages),
    language: named?.text ?? detectedLanguage,
  };
  return text(message, { value: values[field] });
}

function DesignForm({ view, design, shown, isColorInvalid, conflicts = [], stored }: DesignPageProps): VNode {
  const { locale, path, sessionId } = view;
  const { editor } = messagesFor(locale);
  const { design: messages } = editor;
  const storedOf = (field: DesignField) =>
    stored && conflicts.includes(field) ? storedText(locale, field, stored) : undefined;
  const hintOf = (field: DesignField, hint = '') => [storedOf(field), hint].filter(Boolean).join(' ');
  return (
    <PostForm
      action={path}
      sessionId={sessionId}
      class="sheet stack"
      choices
      autosave={{ ...editor.autosave, isConflict: conflicts.length > 0, title: messages.title } satisfies AutosaveTexts}
    >
      <Templates locale={locale} chosen={design.template} stored={storedOf('template')} />
      <LabelledControl
        name="color"
        label={messages.color}
        hint={hintOf('color', messages.colorHint)}
        error={isColorInvalid ? messages.invalidColor : undefined}
      >
        {({ own, said }) =>
          isColorInvalid ? (
            <input type="text" {...own} {...said} value={design.color} />
          ) : (
            <input type="color" class="color" {...own} {...said} value={design.color} />
          )
        }
      </LabelledControl>
      <Select
        name="maxPages"
        label={messages.maxPages}
        hint={hintOf('maxPages', messages.maxPagesHint)}
        value={design.maxPages === null ? '' : String(design.maxPages)}
        options={pageLimits.map((value) => ({ value, text: value === '' ? messages.noLimit : value }))}
      />
      <Select
        name="language"
        label={messages.language}
        hint={hintOf('language', messages.languageHint)}
        value={design.language ?? ''}
        options={[{ value: '', text: messages.detectedLanguage }, ...documentLanguageNames]}
      />
      <Switches locale={locale} title={messages.shownEverywhere} names={personalSwitches} design={design} />
      <Switches locale={locale} title={messages.shown} names={printSwitches} design={design} />
      <Button>{editor.save}</Button>
      <div id="autosave" class="save-status" role="status" />
      {/* The last field: without it, an incomplete page is a conflict and replaces nothing. */}
      <input type="hidden" name="loaded" value={loadedOf(shown)} />
    </PostForm>
  );
}
