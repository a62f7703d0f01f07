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
import { seeOther, sendPage } from '../../../layout/render.ts';
import { documentLanguageNames } from '../../../locales/document-languages.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { Frame } from '../account-frame.tsx';
import { ofExistingCv, onlyNumbers } from '../existing-cv.ts';
import { editorPath } from './editor-pages.tsx';
import {
  type Design,
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
        sendDesign(context, { design: shown, saved: queryOf(request, 'done') === 'saved' });
      }),
    ),
  );
  router.post(
    PATH,
    onlyNumbers,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner } = context;
        const { submitted, isColorInvalid } = designOfForm(form);
        if (isColorInvalid) return sendDesign(context, { design: submitted, isColorInvalid }, 422);
        const cvId = Number(request.params.id);
        await design.save(owner, cvId, submitted, requestIdOf(response));
        return seeOther(response, `${editorPath(cvId)}/design?done=saved`);
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
const shape = {
  template: z.enum(displayIds),
  color: z.string(),
  maxPages: z.enum(pageLimits).optional(),
  language: z.union([z.literal(''), documentLanguage]).optional(),
  ...checkBoxes,
};

/** Reads the submitted form. */
export function designOfForm(form: Form): { submitted: Design; isColorInvalid: boolean } {
  const fields = form.parse(shape);
  const color = fields.color.trim().toLowerCase();
  const maxPages = fields.maxPages ? Number(fields.maxPages) : null;
  const language = fields.language || null;
  const submitted = { template: fields.template, color, maxPages, language, switches: switchesOf(fields) };
  return { submitted, isColorInvalid: !displayInputs.web.shape.color.safeParse(color).success };
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

/** The templates, each with the first page of an example. */
function Templates({ locale, chosen }: { locale: Locale; chosen: string }): VNode {
  const { template, templates, example } = messagesFor(locale).editor.design;
  return (
    <fieldset class="choices">
      <legend>{template}</legend>
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

type DesignPageProps = { design: Design; saved?: boolean; isColorInvalid?: boolean };

function sendDesign(context: OwnerContext, props: DesignPageProps, status = 200): void {
  const { request, response, owner } = context;
  const cvId = Number(request.params.id);
  const path = `${editorPath(cvId)}/design`;
  const view = { ...context.view, path };
  const { design, saved = false, isColorInvalid = false } = props;
  const { editor } = messagesFor(view.locale);
  const { design: messages } = editor;
  const page = (
    <Frame view={view} title={messages.title} owner={owner} scripts={[editorScript.path]}>
      <div class="editor-columns">
        <div class="stack-wide">
          <EditorLinks view={view} back={editorPath(cvId)} text={editor.open} />
          <h1>{messages.title}</h1>
          {saved && <Notice kind="good">{editor.done.saved}</Notice>}
          <PostForm action={path} sessionId={view.sessionId} class="sheet stack" preview>
            <Templates locale={view.locale} chosen={design.template} />
            <LabelledControl
              name="color"
              label={messages.color}
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
              hint={messages.maxPagesHint}
              value={design.maxPages === null ? '' : String(design.maxPages)}
              options={pageLimits.map((value) => ({ value, text: value === '' ? messages.noLimit : value }))}
            />
            <Select
              name="language"
              label={messages.language}
              hint={messages.languageHint}
              value={design.language ?? ''}
              options={[{ value: '', text: messages.detectedLanguage }, ...documentLanguageNames]}
            />
            <Switches locale={view.locale} title={messages.shownEverywhere} names={personalSwitches} design={design} />
            <Switches locale={view.locale} title={messages.shown} names={printSwitches} design={design} />
            <Button>{editor.save}</Button>
          </PostForm>
        </div>
        <Preview view={view} cvId={cvId} />
      </div>
    </Frame>
  );
  sendPage(response, page, { status, frame: true, script: true });
}
