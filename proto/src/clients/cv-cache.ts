import { LRUCache } from 'lru-cache';
import type { Document } from '../gen/cv/resume/v1/Document.ts';

/**
 * CVs that were read lately. Nothing is answered from here alone: each read asks the resume service,
 * which looks whether the caller may see the CV and whether its version is still this one, and then
 * leaves the bytes out. So a change by whichever replica is seen by the next read.
 */
export type HotCvs = {
  find(id: number): Document | undefined;
  /** The document with its bytes: those that came, or the known ones when none had to. */
  resolve(answered: Document, known: Document | undefined): Document;
};

const MAX_BYTES = 32 * 1024 * 1024;
/** What was deleted is not asked for again, so nothing else would drop it. */
const KEPT_MS = 60_000;

export function createHotCvs(): HotCvs {
  const cvs = new LRUCache<number, Document>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => json.length,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  return {
    find: (id) => cvs.get(id),
    resolve: (answered, known) => {
      if (known && answered.json.length === 0 && answered.version === known.version) return known;
      // Copied out of the batch that it came in, which would be kept whole otherwise.
      if (answered.version !== '') cvs.set(answered.id, { ...answered, json: Buffer.from(answered.json) });
      return answered;
    },
  };
}
