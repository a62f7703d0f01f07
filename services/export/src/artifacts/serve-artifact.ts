import { pipeline } from 'node:stream/promises';
import { isNotModified } from '@vitae/kit/entity-tag';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { ByteRange } from '@vitae/kit/object-storage/object-store';
import { archivedCvsHeader, contentAddress } from '@vitae/proto/export-job';
import type { Request, RequestHandler, Response } from 'express';
import type { Artifact, ArtifactStore } from './artifact-store.ts';

/**
 * Handles `GET` and `HEAD /artifacts/{address}`, with entity tags and single byte ranges (RFC 9110). A file of a company
 * that is not in `response.locals.companies` is reported as not existing.
 */
export function serveArtifact(store: ArtifactStore, log: Logger): RequestHandler {
  return async (request, response) => {
    const address = contentAddress.safeParse(request.params.address);
    try {
      const companies = response.locals.companies as Companies;
      const artifact = address.success ? await store.find(address.data) : undefined;
      if (artifact && (companies === 'all' || companies.has(artifact.companyId)))
        await send(store, artifact, request, response);
      else response.status(404).json({ error: { code: 404, message: 'The file does not exist or has expired.' } });
    } catch (thrown) {
      // The client detects an aborted response because it is shorter than its Content-Length.
      if (response.headersSent) response.destroy();
      else fail(response, thrown, log);
    }
  };
}

type Companies = 'all' | ReadonlySet<number>;

async function send(store: ArtifactStore, artifact: Artifact, request: Request, response: Response): Promise<void> {
  response.attachment(artifact.fileName);
  response.set({
    'Content-Type': artifact.contentType,
    ETag: `"${artifact.sha256}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  // The gateway removes this header. It needs the ids to invalidate the archive when one of its CVs is deleted.
  if (artifact.cvIds) response.set(archivedCvsHeader, artifact.cvIds.join(','));
  // Express's own check is not used because fetch sends a Cache-Control header that disables it.
  if (isNotModified(request.headers['if-none-match'], `"${artifact.sha256}"`)) return void response.status(304).end();
  const range = rangeOf(request, artifact);
  if (range === 'unsatisfiable')
    return void response.status(416).set('Content-Range', `bytes */${artifact.bytes}`).end();
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${artifact.bytes}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : artifact.bytes));
  if (request.method === 'HEAD') return void response.end();
  await pipeline(await store.read(artifact, range), response);
}

/** Returns the requested range. Multiple and invalid ranges are ignored, which RFC 9110 allows. */
function rangeOf(request: Request, artifact: Artifact): ByteRange | undefined | 'unsatisfiable' {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== `"${artifact.sha256}"`) return undefined;
  const ranges = request.range(artifact.bytes);
  if (ranges === -1) return 'unsatisfiable';
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

function fail(response: Response, thrown: unknown, log: Logger): void {
  log.error({ err: thrown }, 'Reading a file failed');
  const { message } = VitaeError.from(thrown);
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response
    .status(503)
    .set('Retry-After', '1')
    .json({ error: { code: 503, message } });
}
