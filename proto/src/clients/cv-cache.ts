import { LRUCache } from 'lru-cache';
import type { Document } from '../gen/cv/resume/v1/Document.ts';

/**
 * Caches recently read CVs. Every read still calls the resume service, which authorizes it and omits the content if the
 * cached version is current. A change by any replica is therefore visible to the next read.
 */
export type CvCache = {
  find(id: number): Document | undefined;
  /** Returns the document with its content: from the response, or from the cache if the response omits it. */
  resolve(response: Document, cached: Document | undefined): Document;
};

const MAX_BYTES = 32 * 1024 * 1024;
/** Limits how long a deleted CV stays in memory. */
const TTL_MS = 60_000;

export function createCvCache(): CvCache {
  const cvs = new LRUCache<number, Document>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => json.length,
    ttl: TTL_MS,
    ttlAutopurge: true,
  });
  return {
    find: (id) => cvs.get(id),
    resolve: (response, cached) => {
      if (cached && response.json.length === 0 && response.version === cached.version) return cached;
      // Copied, because a slice would retain the buffer of the whole batch.
      if (response.version !== '') cvs.set(response.id, { ...response, json: Buffer.from(response.json) });
      return response;
    },
  };
}
