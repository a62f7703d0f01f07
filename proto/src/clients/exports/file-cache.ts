import type { IncomingMessage } from 'node:http';
import { isNotModified } from '@vitae/kit/entity-tag';
import { releaseSlot } from '@vitae/kit/http/shed-load';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';

/**
 * Files that were sent lately, by the address of their content. Nothing is sent from here to
 * somebody who was not let in: who may have a file is asked of the resume service each time, and so
 * is its address, which is another as soon as the CV is.
 */
export type HotFiles = {
  has(address: string): boolean;
  /** Sends the file when it is known; answers false for what the worker has to answer. */
  send(address: string, request: Request, response: Response): boolean;
  /** Keeps a copy of what a worker answers, while it goes on to the caller. */
  keep(address: string, answer: IncomingMessage): void;
};

type HotFile = { headers: Record<string, string>; etag: string; content: Buffer };

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Of copies that are still being taken: who reads slowly keeps them in memory. */
const MAX_ARRIVING_BYTES = 16 * 1024 * 1024;
/** A file that was swept or erased is in a gateway's memory no longer than this. */
const KEPT_MS = 60_000;
const KEPT_HEADERS = ['content-type', 'content-disposition', 'etag', 'accept-ranges', 'x-content-type-options'];

export function createHotFiles(): HotFiles {
  const files = new LRUCache<string, HotFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ content }) => content.length + 1,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  /** Addresses of which a copy is being taken. */
  const arriving = new Set<string>();
  let arrivingBytes = 0;
  return {
    has: (address) => files.has(address),
    send: (address, request, response) => {
      const file = isForWhole(request) ? files.get(address) : undefined;
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
    keep: (address, answer) => {
      const bytes = Number(answer.headers['content-length']);
      const { etag } = answer.headers;
      if (answer.statusCode !== 200 || !etag || !(bytes <= MAX_FILE_BYTES)) return;
      if (files.has(address) || arriving.has(address) || arrivingBytes + bytes > MAX_ARRIVING_BYTES) return;
      arriving.add(address);
      arrivingBytes += bytes;
      answer.once('close', () => {
        arriving.delete(address);
        arrivingBytes -= bytes;
      });
      const headers = Object.fromEntries(KEPT_HEADERS.map((name) => [name, String(answer.headers[name] ?? '')]));
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const content = Buffer.concat(chunks);
        if (content.length === bytes) files.set(address, { headers, etag, content });
      });
    },
  };
}

/** A part of a file, or whether it is there, is the worker's to say. */
function isForWhole({ method, headers }: Request): boolean {
  return method === 'GET' && headers.range === undefined;
}
