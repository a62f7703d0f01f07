import type { Caller } from '@vitae/kit/caller';
import { unlessReason } from '@vitae/kit/errors';
import { isUnimplemented } from '@vitae/kit/grpc-error';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { type DisplayVariant, displayVariants } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { templateOf } from './editor/own-design.ts';

type Copy = { from: number; to: number };
type Resume = ResumeClient['call'];

/**
 * Copies the photo, the display settings and the choice of link previews to a new CV. The requests are repeated if the
 * form is submitted again.
 */
export async function copyAppearance(call: Resume, copy: Copy, caller: Caller): Promise<void> {
  // First, so that a failure of the others does not leave a copy without its photo.
  await copyPhoto(call, copy, caller);
  // Each change is a new revision of the CV, so they must not run at the same time.
  for (const variant of displayVariants) await copyDisplay(call, copy, variant, caller);
  await copyDocumentSettings(call, copy, caller);
  await copyLinkPreview(call, copy, caller);
}

async function copyPhoto(call: Resume, { from, to }: Copy, caller: Caller): Promise<void> {
  const photo = await call
    .GetCvPicture({ id: from, experienceId: 0 }, { caller })
    .catch(unlessReason('picture_not_found'));
  const picture = { id: to, experienceId: 0 };
  if (photo) await call.SetCvPicture({ picture, content: photo.content, ifRevision: 0 }, { caller });
}

async function copyDisplay(call: Resume, { from, to }: Copy, variant: DisplayVariant, caller: Caller): Promise<void> {
  const { json } = await call.GetCvDisplay({ id: from, variant }, { caller });
  const stored = JSON.parse(json.toString('utf8')) as { id: string };
  const display = Buffer.from(JSON.stringify({ ...stored, id: templateOf(stored.id) }));
  await call.SetCvDisplay({ id: to, variant, display, ifRevision: 0 }, { caller });
}

async function copyDocumentSettings(call: Resume, { from, to }: Copy, caller: Caller): Promise<void> {
  const { document } = await call.GetExportSource({ id: from, withoutPictures: true }, { caller });
  const { maxPages, language } = JSON.parse(document.toString('utf8')) as ExportSource;
  if (maxPages !== undefined) await call.SetCvPageLimit({ id: to, maxPages }, { caller });
  if (language !== undefined) await call.SetCvDocumentLanguage({ id: to, language }, { caller });
}

async function copyLinkPreview(call: Resume, { from, to }: Copy, caller: Caller): Promise<void> {
  // Earlier resume services do not have this choice.
  const chosen = await call.GetCvSharing({ id: from }, { caller }).catch((thrown) => {
    if (!isUnimplemented(thrown)) throw thrown;
  });
  if (chosen) await call.SetCvLinkPreview({ id: to, name: chosen.previewName, photo: chosen.previewPhoto }, { caller });
}
