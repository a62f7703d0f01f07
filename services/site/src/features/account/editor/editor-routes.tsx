import { VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { runInSlices } from '@vitae/kit/slices';
import { type Response, Router } from 'express';
import { editorScript } from '../../../layout/assets.ts';
import { type Form, queryOf, wantsJson } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { OneTimeForms } from '../../../sessions/one-time-forms.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import type { AccountView } from '../account-view.ts';
import { ofExistingCv } from '../existing-cv.ts';
import { numberOf } from '../only-numbers.ts';
import { sendProblemToScript, sendSavedToScript } from '../script-response.ts';
import { type CvEditor, rejectedFields, type Saved, type Submission } from './cv-editor.ts';
import { digestOf, indexOfItem, itemsOf, keptRows, type PartAddress, type PartTexts, textsOf } from './cv-part.ts';
import {
  type EditorDone,
  EditorPage,
  type EditorPageProps,
  editorDone,
  editorPath,
  overviewPath,
  partPath,
  renderItems,
} from './editor-pages.tsx';
import type { JsonObject } from './field-text.ts';
import { addItemActions } from './item-routes.tsx';
import { hasAdopted, loadedOf } from './merge-texts.ts';
import { faultMessage, fieldLabels, renderRows } from './part-form.tsx';
import { fieldsOf, fitsForm, PartPage, type PartPageProps, shownTexts } from './part-page.tsx';
import { addressOf, cvIdOf, onlyEditor } from './part-params.ts';
import { type SectionName, sectionOf } from './sections.ts';
import { submissionOf } from './submission.ts';

export type EditorRoutesDependencies = {
  editor: CvEditor;
  oneTimeForms: Pick<OneTimeForms, 'submit'>;
};

/** /account/cvs/{id}/edit: a page for the CV, and one for each section or item. Works without scripts. */
export function editorRoutes(account: AccountContext, dependencies: EditorRoutesDependencies): Router {
  const router = Router();
  router.get(editorScript.path, editorScript.serve);
  addOverview(router, account, dependencies);
  addParts(router, account, dependencies);
  addItemActions(router, account, {
    editor: dependencies.editor,
    sendChanged: (context) => sendOverview(context, dependencies, { changed: true }, 409),
  });
  return router;
}

function addOverview(router: Router, account: AccountContext, dependencies: EditorRoutesDependencies): void {
  router.get(
    '/account/cvs/:id/edit',
    onlyEditor,
    account.onPage((context) =>
      ofExistingCv(account, context, () =>
        sendOverview(context, dependencies, {
          done: doneOf(queryOf(context.request, 'done')),
          undoable: numberOf(queryOf(context.request, 'revision')),
        }),
      ),
    ),
  );
}

function addParts(router: Router, account: AccountContext, dependencies: EditorRoutesDependencies): void {
  const paths = ['/account/cvs/:id/edit/:section', '/account/cvs/:id/edit/:section/:item'];
  router.get(
    paths,
    onlyEditor,
    account.onPage((context) =>
      ofExistingCv(account, context, () => {
        const saved = queryOf(context.request, 'done') === 'saved';
        return sendStored(context, dependencies, { saved });
      }),
    ),
  );
  const submitted = ({ request }: OwnerContext, form: Form) => submissionOf(addressOf(request.params), form);
  const post = account.onForm(
    (context, form) =>
      ofExistingCv(account, context, () => savePart(context, dependencies, submitted(context, form), form)),
    (context, form, status) =>
      ofExistingCv(account, context, () =>
        showPart(context, dependencies, { ...submitted(context, form), expired: true }, status),
      ),
    (context) =>
      ofExistingCv(account, context, () => sendStored(context, dependencies, { problem: 'notReceived' }, 413)),
  );
  for (const path of paths) router.post(path, onlyEditor, post);
}

/** Exceeds the time limit of a request. The editor finds an item that a stopped process added. */
const CLAIM_SECONDS = 30;
const isUnchanged = (thrown: unknown) => thrown instanceof NotSaved;

async function savePart(
  context: OwnerContext,
  dependencies: EditorRoutesDependencies,
  submission: Submission,
  form: Form,
): Promise<void> {
  const { request, response, owner } = context;
  const cvId = cvIdOf(request.params);
  const { address, once } = submission;
  let result: Extract<Saved, { kind: 'saved' }> | undefined;
  const save = async (isRepeated: boolean) => {
    const saved = await dependencies.editor.save(owner, cvId, { ...submission, isRepeated }, requestIdOf(response));
    if (saved.kind !== 'saved') throw new NotSaved(saved);
    result = saved;
    const path = partPath(cvId, { ...address, ...itemOf(saved.item) });
    return { location: saved.changed === undefined ? path : `${path}?revision=${saved.changed}` };
  };
  try {
    // The token belongs to the owner: a form is submitted again after its session ended too.
    const target =
      once !== undefined
        ? await dependencies.oneTimeForms.submit(`cv-${cvId}-${owner.userId}`, once, save, {
            claimSeconds: CLAIM_SECONDS,
            isUnchanged,
          })
        : (await save(false)).location;
    const [location = '', changed] = target.split('?revision=');
    if (!result) {
      // An earlier submission of the form created the item, perhaps with other text.
      const { once: _once, ...again } = submission;
      const item = numberAt(location);
      const created = { ...again, address: { ...address, item }, digest: '', loaded: '', changed: numberOf(changed) };
      return await savePart(context, dependencies, created, form);
    }
    if (wantsJson(request)) return sendSaved(response, location, submission, result);
    const stays = form.get('stay') === '1' || submission.moved !== undefined || submission.adds;
    return seeOther(
      response,
      stays
        ? `${location}?done=saved${placeOf(submission)}`
        : overviewPath(cvId, 'saved', address.section, result.changed ?? submission.changed),
    );
  } catch (thrown) {
    if (VitaeError.from(thrown).reason === 'body_too_large')
      return showPart(context, dependencies, { ...submission, problem: 'cvTooLarge' }, 413);
    const rejected = rejectedFields(thrown);
    if (rejected) return showPart(context, dependencies, { ...submission, rejected }, 422);
    if (!(thrown instanceof NotSaved)) throw thrown;
    return sendOutcome(context, submission, thrown.outcome);
  }
}

/** The fragment of a moved or added row in the saved form. */
function placeOf({ address, texts, moved, adds }: Submission): string {
  const { rows } = sectionOf(address.section);
  if (!rows) return '';
  const kept = keptRows(rows, texts);
  if (adds) return `#row-${kept.length}`;
  const index = kept.findIndex(({ number }) => number === moved);
  return index < 0 ? '' : `#row-${index}`;
}

/** The number of the item at an address. */
const numberAt = (location: string) => Number(location.split('/').at(-1));

/** Ends a one-time form that created nothing, so that it can be submitted again. */
class NotSaved extends Error {
  readonly outcome: Exclude<Saved, { kind: 'saved' }>;
  constructor(outcome: Exclude<Saved, { kind: 'saved' }>) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Shows the form again with everything that was typed. */
function sendOutcome(
  context: OwnerContext,
  submission: Submission,
  outcome: Exclude<Saved, { kind: 'saved' }>,
): Promise<void> {
  const { cv: edited } = outcome;
  const { address } = submission;
  // The texts fitted into a form, so they do again.
  const shown = { ...submission, edited, tooLarge: false };
  if (outcome.kind === 'full') return sendPart(context, { ...shown, problem: 'full' }, 409);
  const { section } = address;
  const { stored, merged } = outcome;
  if (outcome.kind === 'invalid') {
    // The faults are those of the merged texts.
    const basis = stored && merged && { texts: merged.texts, ...basisOf(section, stored), isMerged: true };
    return sendPart(context, { ...shown, ...basis, faults: outcome.faults }, 422);
  }
  const texts = withStoredText({ ...submission, ...(merged && { texts: merged.texts }) }, merged?.stored);
  // What is saved next replaces what is stored now, or adds the deleted item again.
  const next = stored
    ? { address, ...basisOf(section, stored, merged?.conflicts) }
    : {
        address: { section, item: 'new' as const },
        items: itemsOf(edited.cv as unknown as JsonObject, section).length,
        ...{ digest: '', loaded: '' },
      };
  return sendPart(context, { ...shown, ...next, texts, conflict: { stored: merged?.stored } }, 409);
}

/** Describes what the next submission of a form is based on. */
const basisOf = (section: SectionName, stored: JsonObject, conflicts?: ReadonlySet<string>) => ({
  digest: digestOf(section, stored),
  loaded: loadedOf(section, textsOf(section, stored), conflicts),
});

/** Replaces the text of the field whose button "Use the saved value" was pressed. */
function withStoredText({ texts, use }: Submission, stored: PartTexts | undefined): PartTexts {
  return use !== undefined && stored && Object.hasOwn(stored, use) ? { ...texts, [use]: stored[use] ?? '' } : texts;
}

type OverviewProps = Pick<EditorPageProps, 'done' | 'undoable' | 'changed'>;

async function sendOverview(
  { request, response, view, owner }: OwnerContext,
  { editor }: EditorRoutesDependencies,
  props: OverviewProps = {},
  status = 200,
): Promise<void> {
  const cvId = cvIdOf(request.params);
  const edited = await editor.read(owner, cvId, requestIdOf(response));
  const page = { view: { ...view, path: editorPath(cvId) }, owner, edited, ...props };
  const items = await runInSlices(renderItems(view, edited));
  sendPage(response, <EditorPage {...page} items={items} />, { status, frame: true, script: true });
}

/** Shows the form of the requested part with what is stored. */
async function sendStored(
  context: OwnerContext,
  dependencies: EditorRoutesDependencies,
  props: Pick<PartPageProps, 'saved' | 'problem'>,
  status = 200,
): Promise<void> {
  const { request, response, owner } = context;
  const address = addressOf(request.params);
  const edited = await dependencies.editor.read(owner, cvIdOf(request.params), requestIdOf(response));
  const part = partAt(edited.cv as unknown as JsonObject, address);
  if (!part) return sendOverview(context, dependencies, { changed: true }, 404);
  const texts = shownTexts(address.section, part);
  return sendPart(context, { edited, address, texts, ...basisOf(address.section, part), ...props }, status);
}

/** `isMerged` tells that the texts are not those of the submitted form. */
type ShownPart = Omit<PartPageProps, 'view' | 'owner' | 'renderedRows'> & { isMerged?: boolean };

async function sendPart(context: OwnerContext, props: ShownPart, status = 200): Promise<void> {
  const { request, response, owner } = context;
  const view = { ...context.view, path: partPath(props.edited.cv.id, props.address) };
  if (wantsJson(request)) return sendProblem(response, view, props, status);
  const page = { ...props, view, owner, tooLarge: props.tooLarge ?? !fitsForm(props.texts) };
  const renderedRows = page.tooLarge ? '' : await runInSlices(renderRows(fieldsOf(page)));
  sendPage(response, <PartPage {...page} renderedRows={renderedRows} />, { status, frame: true, script: true });
}

/** Tells the script where the part is, and what its form must be based on. */
function sendSaved(
  response: Response,
  action: string,
  { address: { section, ...address }, digest: before, texts }: Submission,
  { item, cv: { cv, revision }, merged, changed }: Extract<Saved, { kind: 'saved' }>,
): void {
  const part = partAt(cv as unknown as JsonObject, { section, ...address, ...itemOf(item) });
  const digest = part ? digestOf(section, part) : '';
  // Until the form shows the adopted texts, it is not based on what is stored.
  const isChanged = merged !== undefined && hasAdopted(merged);
  const shown = { digest: isChanged ? before : digest, loaded: loadedOf(section, texts) };
  const updated = isChanged &&
    !merged.areRowsAdopted && {
      adopted: { texts: merged.adopted, digest, loaded: loadedOf(section, { ...texts, ...merged.adopted }) },
    };
  sendSavedToScript(response, { action, revision, changed, ...shown, ...updated });
}

/** Tells the script why the form was not saved. The page says the same. */
function sendProblem(response: Response, view: AccountView, props: ShownPart, status: number): void {
  const isTooLarge = props.problem === 'notReceived';
  // The page of a merged form does not show yet what is invalid.
  const isConflict = props.conflict !== undefined || props.isMerged;
  const kinds = { conflict: isConflict, expired: props.expired, invalid: props.faults, tooLarge: isTooLarge };
  const label = fieldLabels(view, props.address.section, props.texts);
  const faults = Object.entries(props.faults ?? {}).map(
    ([name, fault]) => `${label(name)}: ${faultMessage(view, fault)}`,
  );
  sendProblemToScript(response, status, kinds, faults);
}

/** Shows the form of the requested part with the current state of the CV. */
async function showPart(
  context: OwnerContext,
  { editor }: EditorRoutesDependencies,
  props: Partial<ShownPart>,
  status: number,
): Promise<void> {
  const { request, response, owner } = context;
  const address = addressOf(request.params);
  const edited = await editor.read(owner, cvIdOf(request.params), requestIdOf(response));
  return sendPart(context, { edited, address, texts: {}, digest: '', loaded: '', tooLarge: false, ...props }, status);
}

function partAt(cv: JsonObject, address: PartAddress): JsonObject | undefined {
  if (!sectionOf(address.section).list) return cv;
  return address.item === 'new' ? {} : itemsOf(cv, address.section)[indexOfItem(cv, address)];
}

const itemOf = (item: number | undefined) => (item === undefined ? {} : { item });

function doneOf(text: string | undefined): EditorDone | undefined {
  return editorDone.find((done) => done === text);
}
