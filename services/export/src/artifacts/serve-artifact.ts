import { pipeline } from 'node:stream/promises';
import { isNotModified } from '@vitae/kit/entity-tag';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { type ByteRange, LostObjectError } from '@vitae/kit/object-storage/object-store';
import { acceptRedirectHeader, archivedCvsHeader, contentAddress } from '@vitae/proto/export-job';
import type { Request, RequestHandler, Response } from 'express';
import type { Artifact, ArtifactStore } from './artifact-store.ts';

type FileServer = {
  store: ArtifactStore;
  /** Whether requests whose client follows redirects are redirected to the object storage. */
  redirects: boolean;
  log: Logger;
};

/**
 * Handles `GET` and `HEAD /artifacts/{address}`, with entity tags and single byte ranges (RFC 9110). A file of a company
 * that is not in `response.locals.companies` is reported as not existing, and so is one whose bytes are lost.
 */
export function serveArtifact({ store, redirects, log }: FileServer): RequestHandler {
  return async (request, response) => {
    const address = contentAddress.safeParse(request.params.address);
    try {
      const companies = response.locals.companies as Companies;
      const artifact = address.success ? await store.find(address.data) : undefined;
      if (artifact && (companies === 'all' || companies.has(artifact.companyId)))
        await send({ store, redirects }, artifact, request, response);
      else failAsMissing(response);
    } catch (thrown) {
      // The client detects an aborted response because it is shorter than its Content-Length.
      if (response.headersSent) response.destroy();
      else if (thrown instanceof LostObjectError) failAsMissing(response);
      else fail(response, thrown, log);
    }
  };
}

type Companies = 'all' | ReadonlySet<number>;

async function send(
  { store, redirects }: Pick<FileServer, 'store' | 'redirects'>,
  artifact: Artifact,
  request: Request,
  response: Response,
): Promise<void> {
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
  if (redirects && request.method === 'GET' && request.get(acceptRedirectHeader)) {
    const url = await store.presign(artifact);
    if (url) return redirect(response, url);
  }
  const range = rangeOf(request, artifact);
  if (range === 'unsatisfiable')
    return void response.status(416).set('Content-Range', `bytes */${artifact.bytes}`).end();
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${artifact.bytes}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : artifact.bytes));
  if (request.method === 'HEAD') return void response.end();
  await pipeline(await store.read(artifact, range), response);
}

/** Handles `GET /artifacts/{address}/receipt`: the signed receipt of a file. */
export function serveReceipt({ store, log }: Pick<FileServer, 'store' | 'log'>): RequestHandler {
  return async (request, response) => {
    const address = contentAddress.safeParse(request.params.address);
    try {
      const companies = response.locals.companies as Companies;
      const artifact = address.success ? await store.find(address.data) : undefined;
      const isVisible = artifact && (companies === 'all' || companies.has(artifact.companyId));
      if (isVisible && artifact.receipt) response.type('application/jwt').send(artifact.receipt);
      else failAsMissing(response);
    } catch (thrown) {
      fail(response, thrown, log);
    }
  };
}

/** Returns the requested range. Multiple and invalid ranges are ignored, which RFC 9110 allows. */
function rangeOf(request: Request, artifact: Artifact): ByteRange | undefined | 'unsatisfiable' {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== `"${artifact.sha256}"`) return undefined;
  const ranges = request.range(artifact.bytes);
  if (ranges === -1) return 'unsatisfiable';
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

/** 307 keeps the method and the range of the request. The URL is a secret for as long as it is valid. */
function redirect(response: Response, url: string): void {
  removeHeaders(response);
  response.status(307).set({ Location: url, 'Cache-Control': 'no-store', 'Content-Length': '0' }).end();
}

function failAsMissing(response: Response): void {
  removeHeaders(response);
  response.status(404).json({ error: { code: 404, message: 'The file does not exist or has expired.' } });
}

function removeHeaders(response: Response): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
}

function fail(response: Response, thrown: unknown, log: Logger): void {
  log.error({ err: thrown }, 'Reading a file failed');
  const { message } = VitaeError.from(thrown);
  removeHeaders(response);
  response
    .status(503)
    .set('Retry-After', '1')
    .json({ error: { code: 503, message } });
}
