import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { webDocumentInSlices } from '@vitae/document/build-document';
import { isSideSection, sectionOrderOf } from '@vitae/document/templates/template';
import { templateById } from '@vitae/document/templates/templates';
import { runInSlices } from '@vitae/kit/slices';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { SectionKind } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { callerOf } from '../own-profile.ts';

/** The sections with content, in reading order. `side` is empty if the template has one column. */
export type SectionLists = { side: SectionKind[]; main: SectionKind[] };
/** Moves a section to an index of the list that a page showed. */
export type SectionMove = { section: SectionKind; list: readonly SectionKind[]; to: number };

/** The order of sections in the owner's CVs. */
export type OwnSectionOrder = {
  read(owner: Owner, cvId: number, requestId: string): Promise<SectionLists>;
  /** Changes nothing if the order was changed in the meantime. Returns the current order of the list. */
  move(
    owner: Owner,
    cvId: number,
    move: SectionMove,
    requestId: string,
  ): Promise<{ isDone: boolean; list: SectionKind[] }>;
  /** Uses the order of the template. */
  reset(owner: Owner, cvId: number, requestId: string): Promise<void>;
};

export function createOwnSectionOrder({ call }: Pick<ResumeClient, 'call'>): OwnSectionOrder {
  const readSource = async (owner: Owner, id: number, requestId: string): Promise<ExportSource> => {
    const options = { caller: callerOf(owner, requestId) };
    const { document } = await call.GetExportSource({ id, withoutPictures: true }, options);
    return JSON.parse(document.toString('utf8')) as ExportSource;
  };
  const save = async (owner: Owner, id: number, sections: SectionKind[], requestId: string): Promise<void> => {
    await call.SetCvSectionOrder({ id, sections }, { caller: callerOf(owner, requestId) });
  };
  return {
    read: async (owner, cvId, requestId) => {
      const source = await readSource(owner, cvId, requestId);
      const template = templateById(source.printDisplay.id);
      const { sections } = await runInSlices(webDocumentInSlices(source, 0));
      const filled = new Set(sections.map(({ kind }) => kind));
      const shown = sectionOrderOf(template, source.sectionOrder).filter((kind) => filled.has(kind));
      return {
        side: shown.filter((kind) => isSideSection(template, kind)),
        main: shown.filter((kind) => !isSideSection(template, kind)),
      };
    },
    move: async (owner, cvId, move, requestId) => {
      const { printDisplay, sectionOrder } = await readSource(owner, cvId, requestId);
      const order = sectionOrderOf(templateById(printDisplay.id), sectionOrder);
      const current = order.filter((kind) => move.list.includes(kind));
      const moved = movedList(move);
      // The response of an earlier request that moved the section may have been lost.
      if (isSame(current, moved)) return { isDone: true, list: current };
      if (!isSame(current, move.list)) return { isDone: false, list: current };
      const next = moved.values();
      const changed = order.map((kind) => (moved.includes(kind) ? (next.next().value ?? kind) : kind));
      await save(owner, cvId, changed, requestId);
      return { isDone: true, list: moved };
    },
    reset: async (owner, cvId, requestId) => {
      const { sectionOrder } = await readSource(owner, cvId, requestId);
      if (sectionOrder !== undefined) await save(owner, cvId, [], requestId);
    },
  };
}

function movedList({ section, list, to }: SectionMove): SectionKind[] {
  return list.filter((kind) => kind !== section).toSpliced(to, 0, section);
}

const isSame = (one: readonly SectionKind[], other: readonly SectionKind[]) => one.join() === other.join();
