import { pipeline } from 'node:stream/promises';
import { isNotModified } from '@vitae/kit/entity-tag';
import { VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import { archivedCvs, contentAddress } from '@vitae/proto/export-job';
import type { Request, RequestHandler, Response } from 'express';
import type { Artifact, ArtifactStore, ByteRange } from './artifact-store.ts';

/** `GET` and `HEAD /artifacts/{address}`: the stored bytes, with ETag and single ranges (RFC 9110). */
export function serveArtifact(store: ArtifactStore, log: Logger): RequestHandler {
  return async (request, response) => {
    const address = contentAddress.safeParse(request.params.address);
    try {
      const artifact = address.success ? await store.find(address.data) : undefined;
      if (artifact) await send(store, artifact, request, response);
      else response.status(404).json({ error: { code: 404, message: 'There is no such file, or it has expired.' } });
    } catch (thrown) {
      // A file that broke off is shorter than its Content-Length says, so no client takes it for whole.
      if (response.headersSent) response.destroy();
      else fail(response, thrown, log);
    }
  };
}

async function send(store: ArtifactStore, artifact: Artifact, request: Request, response: Response): Promise<void> {
  response.attachment(artifact.fileName);
  response.set({
    'Content-Type': artifact.contentType,
    ETag: `"${artifact.sha256}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  // For the gateway alone, which forgets an archive with the first of its CVs.
  if (artifact.cvIds) response.set(archivedCvs, artifact.cvIds.join(','));
  // Express's own test obeys a Cache-Control that fetch adds by itself.
  if (isNotModified(request.headers['if-none-match'], `"${artifact.sha256}"`)) return void response.status(304).end();
  const range = rangeOf(request, artifact);
  if (range === 'unsatisfiable')
    return void response.status(416).set('Content-Range', `bytes */${artifact.bytes}`).end();
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${artifact.bytes}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : artifact.bytes));
  if (request.method === 'HEAD') return void response.end();
  await pipeline(await store.read(artifact, range), response);
}

function rangeOf(request: Request, artifact: Artifact): ByteRange | undefined | 'unsatisfiable' {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== `"${artifact.sha256}"`) return undefined;
  const ranges = request.range(artifact.bytes);
  if (ranges === -1) return 'unsatisfiable';
  // Several at once, or nonsense: the whole file is an allowed answer.
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

function fail(response: Response, thrown: unknown, log: Logger): void {
  log.error({ err: thrown }, 'A file could not be read');
  const message = VitaeError.from(thrown).message;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response
    .status(503)
    .set('Retry-After', '1')
    .json({ error: { code: 503, message } });
}
