import type { Caller } from '@vitae/kit/caller';
import { validate } from '@vitae/kit/validate';
import {
  type DisplayVariant,
  type DocumentLanguage,
  displayInputs,
  display as displaySchema,
  type SectionKind,
} from '@vitae/proto/display';
import type { PublicDocument, StoredDisplay } from '../model.ts';
import type { ResumeStore } from '../store.ts';
import { findCv } from './access.ts';
import type { ResumeDeps } from './deps.ts';
import { requireRevision } from './errors.ts';

export function getCvDisplay({ store }: ResumeDeps) {
  return async (caller: Caller, id: number, variant: DisplayVariant): Promise<PublicDocument> => {
    const { display, revision } = await findCv(store, caller, id);
    return { id, revision, json: JSON.stringify(displaySchema.shape[variant].parse(display[variant])) };
  };
}

/** Replaces one variant of the display. The CV gets a new revision, because its exports change. */
export function setCvDisplay({ store }: ResumeDeps) {
  return (
    caller: Caller,
    { id, variant, ifRevision }: { id: number; variant: DisplayVariant; ifRevision: number },
    input: unknown,
  ): Promise<PublicDocument> =>
    store.transaction(async (tx) => {
      const cv = await findCv(tx, caller, id);
      requireRevision(cv.revision, ifRevision, 'CV');
      const display: StoredDisplay = { ...cv.display, [variant]: validate(displayInputs[variant], input) };
      await tx.cvs.setDisplay(cv, display);
      return { id, revision: cv.revision + 1, json: JSON.stringify(display[variant]) };
    });
}

/** Sets the maximum number of pages of the printed CV. Returns the print display. */
export function setCvPageLimit({ store }: ResumeDeps) {
  return (caller: Caller, id: number, maxPages: number | undefined): Promise<PublicDocument> =>
    changeDisplay(store, caller, id, ({ maxPages: _replaced, ...others }) => ({
      ...others,
      ...(maxPages && { maxPages }),
    }));
}

/** Sets the language of headings, dates and countries. Returns the print display. */
export function setCvDocumentLanguage({ store }: ResumeDeps) {
  return (caller: Caller, id: number, language: DocumentLanguage | undefined): Promise<PublicDocument> =>
    changeDisplay(store, caller, id, ({ language: _replaced, ...others }) => ({
      ...others,
      ...(language && { language }),
    }));
}

/** Sets the order of sections in documents, or that of the template if `sections` is empty. Returns the print display. */
export function setCvSectionOrder({ store }: ResumeDeps) {
  return (caller: Caller, id: number, sections: SectionKind[]): Promise<PublicDocument> =>
    changeDisplay(store, caller, id, ({ sectionOrder: _replaced, ...others }) => ({
      ...others,
      ...(sections.length > 0 && { sectionOrder: sections }),
    }));
}

/** The CV gets a new revision, because its exports change. */
function changeDisplay(
  store: ResumeStore,
  caller: Caller,
  id: number,
  change: (display: StoredDisplay) => StoredDisplay,
): Promise<PublicDocument> {
  return store.transaction(async (tx) => {
    const cv = await findCv(tx, caller, id);
    const display = change(cv.display);
    await tx.cvs.setDisplay(cv, display);
    return { id, revision: cv.revision + 1, json: JSON.stringify(displaySchema.shape.print.parse(display.print)) };
  });
}
