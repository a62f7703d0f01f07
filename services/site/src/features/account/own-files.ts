import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { ExportFormat } from '@vitae/proto/export-job';
import type { Request, Response } from 'express';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import { callerOf } from './own-profile.ts';

/** The formats in which owners download their CVs. JSON contains all imported content. */
export const ownFormats = ['pdf', 'docx', 'odt', 'doc', 'txt', 'json'] as const satisfies readonly ExportFormat[];
export type OwnFormat = (typeof ownFormats)[number];

export type OwnFile = { retryAfter: number } | { ready: boolean };

type FileRequest = { request: Request; response: Response; owner: Owner };

/** Files of the owner's CVs, also of unpublished and protected ones. */
export type OwnFiles = {
  /** Sends a file, or returns why there is none yet. Throws NOT_FOUND for CVs of other owners. */
  send(context: FileRequest, cvId: number, format: OwnFormat | 'preview'): Promise<OwnFile>;
};

type OwnFilesDependencies = {
  exports: Pick<Exports, 'create'>;
  artifacts: Pick<ArtifactClient, 'stream'>;
  rate: Pick<RateLimiter, 'count'>;
  waitMs: number;
};

const PER_OWNER: RateLimit = { name: 'own-files', max: 60, windowSeconds: 60 };
const MAX_WAIT_MS = 4_000;

export function createOwnFiles({ exports, artifacts, rate, waitMs }: OwnFilesDependencies): OwnFiles {
  return {
    send: async ({ request, response, owner }, cvId, format) => {
      const retryAfter = await rate.count(PER_OWNER, String(owner.userId));
      if (retryAfter > 0) return { retryAfter };
      const file = await exports.create(cvId, format, {
        caller: callerOf(owner, requestIdOf(response)),
        waitMs: Math.min(waitMs, MAX_WAIT_MS),
        signal: abortOnDisconnect(request),
        priority: 'visitor',
      });
      if (file.ready) {
        response.set('Cache-Control', 'private, no-store');
        await artifacts.stream(file.address, request, response);
      }
      return { ready: file.ready };
    },
  };
}
