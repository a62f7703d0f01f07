import { requestIdOf } from '@vitae/kit/http/request-id';
import { displayIds, displayInputs, documentLanguage, MAX_PAGES } from '@vitae/proto/display';
import type { Locale } from '@vitae/proto/locale';
import { Router } from 'express';
import type { VNode } from 'preact';
import { z } from 'zod';
import { Button, PostForm } from '../../../components/form.tsx';
import { LabelledControl } from '../../../components/labelled-control.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { editorScript, templatePictures } from '../../../layout/assets.ts';
import { type Form, queryOf } from '../../../layout/form.ts';
import { jsonField } from '../../../layout/json-field.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { documentLanguageNames } from '../../../locales/document-languages.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import { editorPath } from './editor-pages.tsx';
import {
  type Design,
  type DesignChange,
  type DesignField,
  type OwnDesign,
  personalSwitches,
  printSwitches,
  type SwitchName,
  switchNames,
} from './own-design.ts';
import { EditorLinks, Preview } from './preview-section.tsx';

export type DesignRoutesDependencies = { design: OwnDesign };

const PATH = '/account/cvs/:id/edit/design';

/** Template, color and what the files of a CV show. */
export function designRoutes(account: AccountContext, { design }: DesignRoutesDependencies): Router {
  const router = Router();
  for (const { path, serve } of templatePictures.values()) router.get(path, serve);
  router.get(
    PATH,
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner } = context;
        const shown = await design.read(owner, Number(request.params.id), requestIdOf(response));
        sendDesign(context, { design: shown, shown, saved: queryOf(request, 'done') === 'saved' });
      }),
    ),
  );
  router.post(
    PATH,
    onlyNumbers,
    account.onForm(
      (context, form) =>
        ofExistingCv(account, context, async () => {
          const { request, response, owner } = context;
          const { shown, submitted, isColorInvalid } = designOfForm(form);
          if (isColorInvalid) return sendDesign(context, { design: submitted, shown, isColorInvalid }, 422);
          const cvId = Number(request.params.id);
          const merged = await design.save(owner, cvId, { shown, submitted }, requestIdOf(response));
          if (merged.conflicts.length > 0) return sendDesign(context, { ...merged, shown: merged.stored }, 409);
          return seeOther(response, `${editorPath(cvId)}/design?done=saved`);
        }),
      (context, form, status) =>
        ofExistingCv(account, context, async () => {
          const { request, response, owner } = context;
          // Fails if the CV was deleted.
          await design.read(owner, Number(request.params.id), requestIdOf(response));
          const { shown, submitted, isColorInvalid } = designOfForm(form);
          return sendDesign(context, { design: submitted, shown, isColorInvalid, unsaved: true }, status);
        }),
    ),
  );
  return router;
}

const checkBoxes = Object.fromEntries(switchNames.map((name) => [name, z.literal('1').optional()])) as Record<
  SwitchName,
  z.ZodOptional<z.ZodLiteral<'1'>>
>;
const pageLimits = ['', ...Array.from({ length: MAX_PAGES }, (_, index) => String(index + 1))];
const shownDesign = z.strictObject({
  template: z.enum(displayIds),
  color: z.string(),
  maxPages: z.number().nullable(),
  language: documentLanguage.nullable(),
  switches: z.strictObject(
    Object.fromEntries(switchNames.map((name) => [name, z.boolean()])) as Record<SwitchName, z.ZodBoolean>,
  ),
});
const shape = {
  /** What the form showed at first, as JSON. Forms of earlier releases do not have it. */
  shown: jsonField(shownDesign).optional(),
  template: z.enum(displayIds),
  color: z.string(),
  maxPages: z.enum(pageLimits).optional(),
  language: z.union([z.literal(''), documentLanguage]).optional(),
  ...checkBoxes,
};

/** Reads the submitted form. */
export function designOfForm(form: Form): DesignChange & { isColorInvalid: boolean } {
  const fields = form.parse(shape);
  const color = fields.color.trim().toLowerCase();
  const maxPages = fields.maxPages ? Number(fields.maxPages) : null;
  const language = fields.language || null;
  const submitted = { template: fields.template, color, maxPages, language, switches: switchesOf(fields) };
  return { shown: fields.shown, submitted, isColorInvalid: !displayInputs.web.shape.color.safeParse(color).success };
}

/** A checkbox that is not checked is not submitted. */
function switchesOf(fields: Record<string, unknown>): Design['switches'] {
  return Object.fromEntries(switchNames.map((name) => [name, fields[name] === '1'])) as Design['switches'];
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

type DesignPageProps = {
  design: Design;
  /** See `DesignChange`. */
  shown: Design | undefined;
  saved?: boolean;
  /** The form was not saved, for example because the session had ended. */
  unsaved?: boolean;
  isColorInvalid?: boolean;
  /** The fields that another request changed too, and what it stored. */
  conflicts?: readonly DesignField[];
  stored?: Design;
};

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

type DesignFormProps = DesignPageProps & { view: AccountView };

function DesignForm({ view, design, shown, isColorInvalid = false, conflicts = [], stored }: DesignFormProps): VNode {
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
      carry={{ shown: shown && JSON.stringify(shown) }}
      class="sheet stack"
      preview
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
    </PostForm>
  );
}

function sendDesign(context: OwnerContext, props: DesignPageProps, status = 200): void {
  const { request, response, owner } = context;
  const cvId = Number(request.params.id);
  const view = { ...context.view, path: `${editorPath(cvId)}/design` };
  const { saved = false, unsaved = false, conflicts = [] } = props;
  const { editor, text } = messagesFor(view.locale);
  const { design: messages } = editor;
  const page = (
    <Frame view={view} title={messages.title} owner={owner} scripts={[editorScript.path]}>
      <div class="editor-columns">
        <div class="stack-wide">
          <EditorLinks view={view} back={editorPath(cvId)} text={editor.open} />
          <h1>{messages.title}</h1>
          {saved && <Notice kind="good">{editor.done.saved}</Notice>}
          {unsaved && <Notice kind="bad">{editor.expired}</Notice>}
          {conflicts.length > 0 && (
            <Notice kind="bad">
              {text(messages.conflict, { fields: conflicts.map((field) => messages[field]).join(', ') })}
            </Notice>
          )}
          <DesignForm {...props} view={view} />
        </div>
        <Preview view={view} cvId={cvId} />
      </div>
    </Frame>
  );
  sendPage(response, page, { status, frame: true, script: true });
}
