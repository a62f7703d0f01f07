import { id, line, optionalId } from '@vitae/kit/fields';
import { culture } from '@vitae/proto/cv-fields';
import type { BatchGetCvsResponseInput } from '@vitae/proto/gen/cv/resume/v1/BatchGetCvsResponse';
import type { CreateCvResponseInput } from '@vitae/proto/gen/cv/resume/v1/CreateCvResponse';
import type { DocumentInput } from '@vitae/proto/gen/cv/resume/v1/Document';
import type { ExportSourceInput } from '@vitae/proto/gen/cv/resume/v1/ExportSource';
import { z } from 'zod';
import type { RenderedCv } from './store.ts';
import type { CreatedCv } from './use-cases/create-cv.ts';
import type { PublicDocument } from './use-cases/create-user.ts';
import type { FoundSource } from './use-cases/export-source.ts';

// What comes in, checked.

const bytes = z.instanceof(Uint8Array);
const idempotencyKey = line(255);

export const cvRef = z.object({ id: id() });

/** Our id in decimal digits, or the company's own. */
export const userRef = z.object({ id: z.string().min(1, 'is required').max(255), byIdOrigin: z.boolean() }).transform((ref, context) => {
  if (ref.byIdOrigin) return { idOrigin: ref.id };
  if (/^[1-9]\d{0,14}$/.test(ref.id)) return { id: Number(ref.id) };
  context.addIssue({ code: 'custom', path: ['id'], message: 'must be a positive whole number' });
  return z.NEVER;
});

export const createUserRequest = z.object({ user: bytes, idempotencyKey });
export const updateUserRequest = z.object({ user: userRef, patch: bytes });

export const createCvRequest = z.object({
  user: userRef,
  content: bytes,
  main: z.boolean(),
  publish: z.boolean(),
  culture: z.union([culture, z.literal('').transform(() => undefined)]),
  idempotencyKey,
});

export const replaceCvRequest = z.object({ id: id(), content: bytes, ifRevision: optionalId() });
export const exportSourceRequest = z.object({ id: id(), addressOnly: z.boolean() });

// What goes out.

export function documentMessage({ id: of, revision, json }: PublicDocument): DocumentInput {
  return { id: of, revision, json: Buffer.from(json) };
}

export function renderedMessage({ id: of, revision, json }: RenderedCv): DocumentInput {
  return { id: of, revision, json };
}

export type CvItem = NonNullable<BatchGetCvsResponseInput['items']>[number];

export function createdCvMessage(created: CreatedCv): CreateCvResponseInput {
  return { document: documentMessage(created), title: created.title, report: created.report };
}

export function exportSourceMessage({ cv, source }: FoundSource): ExportSourceInput {
  return {
    id: cv.id,
    userId: cv.userId,
    revision: cv.revision,
    anonymized: cv.anonymized,
    printDisplay: Buffer.from(JSON.stringify(cv.display.print)),
    culture: cv.culture,
    document: source === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(source)),
  };
}
