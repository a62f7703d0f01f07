import { pipeline } from 'node:stream/promises';
import { companyCaller } from '@vitae/kit/caller';
import { unavailable } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { JobFormat } from '@vitae/proto/export-job';
import type { Request, Response } from 'express';
import { networkOf } from '../../sessions/attempt-limiter.ts';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import { ALWAYS_ASKED, hasAlready, hideFromSearch, keptWhen } from './cv-page-headers.ts';
import type { ShownCv } from './find-cv.ts';

export type CvFilesDependencies = { exports: Exports; artifacts: ArtifactClient; rate: RateLimiter; waitMs: number };

/** A file of a CV: not yet made, or how to send it. */
export type CvFile = { retryAfter: number } | { ready: false } | { ready: true; address: string };

export type CvFiles = {
  /** Waits for the file: at most as long as a person looks at an empty window, or a program that asks once for a picture. */
  make(request: Request, response: Response, cv: ShownCv, format: JobFormat): Promise<CvFile>;
  /** To be saved, with its name. */
  send(request: Request, response: Response, cv: ShownCv, address: string): Promise<void>;
  /** To be looked at where it stands. */
  sendPicture(request: Request, response: Response, address: string): Promise<void>;
};

// Nobody signs for these and no company pays for them: they are bounded for each visitor and for each
// CV, so that whoever has an address cannot fill the
// queue; and their jobs are served after those of signed calls.
const PER_VISITOR: RateLimit = { name: 'cv-files:visitor', max: 60, windowSeconds: 60 };
const PER_CV: RateLimit = { name: 'cv-files:cv', max: 300, windowSeconds: 60 };
const PATIENCE_MS = 4_000;

export function createCvFiles({ exports, artifacts, rate, waitMs }: CvFilesDependencies): CvFiles {
  return {
    make: async (request, response, cv, format) => {
      // What one visitor was refused already does not count against the CV, and so keeps nobody else from it.
      const retryAfter =
        (await rate.count(PER_VISITOR, networkOf(request.ip ?? ''))) || (await rate.count(PER_CV, String(cv.id)));
      if (retryAfter > 0) return { retryAfter };
      const left = new AbortController();
      response.once('close', () => left.abort());
      const caller = companyCaller(cv.companyId, requestIdOf(response));
      const patience = format === 'preview' ? waitMs : Math.min(waitMs, PATIENCE_MS);
      const { signal } = left;
      return exports.create(cv.id, format, { caller, waitMs: patience, signal, priority: 'visitor' });
    },
    send: async (request, response, cv, address) => {
      hideFromSearch(response);
      response.set({ 'Cache-Control': keptWhen(cv), Vary: 'Cookie' });
      await artifacts.stream(address, request, response);
    },
    sendPicture: async (request, response, address) => {
      const entityTag = `"${address}"`;
      response.set({ 'Cache-Control': ALWAYS_ASKED, ETag: entityTag, 'Cross-Origin-Resource-Policy': 'cross-origin' });
      if (hasAlready(request, entityTag)) return void response.status(304).end();
      const picture = await artifacts.read(address);
      response.status(200).type('png');
      if (request.method === 'HEAD') {
        await picture.cancel();
        return void response.end();
      }
      await pipeline(picture, response);
    },
  };
}

export function notReadyYet() {
  return unavailable('service_unavailable', 'The picture is not ready yet. Try again shortly.', undefined, 2);
}
