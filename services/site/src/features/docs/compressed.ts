import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

type Encoding = 'br' | 'gzip' | 'identity';

const encoders: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  identity: async (content) => content,
};

/** Serves a file that does not change while this process runs. It is read and compressed at its first request. */
export function serveCompressed(read: () => Promise<Buffer>, prepare: (response: Response) => void): RequestHandler {
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return (request, response, next) => {
    const accepted = request.acceptsEncodings('br', 'gzip', 'identity');
    const encoding: Encoding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
    const body = bodies.get(encoding) ?? read().then(encoders[encoding]);
    bodies.set(encoding, body);
    body.then(
      (content) => {
        prepare(response);
        response.vary('Accept-Encoding');
        if (encoding !== 'identity') response.set('Content-Encoding', encoding);
        response.send(content);
      },
      (error) => {
        bodies.delete(encoding);
        next(error);
      },
    );
  };
}
