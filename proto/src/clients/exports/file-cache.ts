import type { IncomingMessage } from 'node:http';
import { isNotModified } from '@vitae/kit/entity-tag';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/**
 * Caches recently sent files by content address. The caller must have authorized the request: the resume service decides
 * for each request who may read a file, and returns its address, which changes whenever the CV changes.
 */
export type FileCache = {
  has(address: string): boolean;
  /** Sends the file if it is cached. Returns whether it did. */
  send(address: string, request: Request, response: Response): boolean;
  /** Copies the file from a worker's response while it is forwarded to the client. */
  store(address: string, workerResponse: IncomingMessage): void;
};

type CachedFile = { headers: Record<string, string>; etag: string; content: Buffer };

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Limits the copies in progress, which stay in memory for as long as the client reads. */
const MAX_COPYING_BYTES = 16 * 1024 * 1024;
/** Limits how long a deleted file stays in memory. */
const TTL_MS = 60_000;
const CACHED_HEADERS = ['content-type', 'content-disposition', 'etag', 'accept-ranges', 'x-content-type-options'];

export function createFileCache(): FileCache {
  const files = new LRUCache<string, CachedFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ content }) => content.length + 1,
    ttl: TTL_MS,
    ttlAutopurge: true,
  });
  /** Addresses of copies in progress. */
  const copying = new Set<string>();
  let copyingBytes = 0;
  return {
    has: (address) => files.has(address),
    send: (address, request, response) => {
      const file = isFullGet(request) ? files.get(address) : undefined;
      if (!file) return false;
      releaseSlot(response);
      response.set(file.headers);
      if (isNotModified(request.headers['if-none-match'], file.etag)) {
        response.status(304).end();
        return true;
      }
      response.set('Content-Length', String(file.content.length));
      response.status(200).end(file.content);
      return true;
    },
    store: (address, workerResponse) => {
      const bytes = Number(workerResponse.headers['content-length']);
      const { etag } = workerResponse.headers;
      if (workerResponse.statusCode !== 200 || !etag || !(bytes <= MAX_FILE_BYTES)) return;
      if (files.has(address) || copying.has(address) || copyingBytes + bytes > MAX_COPYING_BYTES) return;
      copying.add(address);
      copyingBytes += bytes;
      workerResponse.once('close', () => {
        copying.delete(address);
        copyingBytes -= bytes;
      });
      const headers = Object.fromEntries(
        CACHED_HEADERS.map((name) => [name, String(workerResponse.headers[name] ?? '')]),
      );
      const chunks: Buffer[] = [];
      workerResponse.on('data', (chunk: Buffer) => chunks.push(chunk));
      workerResponse.on('end', () => {
        const content = Buffer.concat(chunks);
        if (content.length === bytes) files.set(address, { headers, etag, content });
      });
    },
  };
}

/** Range and HEAD requests are left to the worker. */
function isFullGet({ method, headers }: Request): boolean {
  return method === 'GET' && headers.range === undefined;
}
