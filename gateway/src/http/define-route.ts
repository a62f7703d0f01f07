import type { Answer } from '@vitae/kit/http/answer';
import type { z } from 'zod';
import { readPictureUpload } from '../features/pictures/picture-upload.ts';
import { bodyReader, queryParameter, textReader } from './read-request.ts';
import type { Call, Handler } from './request-context.ts';
import type { BodySpec, CallWords, DocumentedRoute } from './route-docs.ts';
import type { Route } from './route-table.ts';

/** A call whose path, query and body are what the row's schemas say. */
export type TypedCall<P, Q, B> = Call & { path: P; query: Q; body: B };

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export type CallRow<P, Q, B> = Omit<Route<Handler>, 'handle'> &
  Omit<CallWords, 'path' | 'query' | 'body'> & {
    path?: P;
    query?: Q;
    body?: B extends z.ZodType ? BodySpec<B> : never;
    handle(call: TypedCall<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Answer>;
  };

/** One row: reads path, query and body by their schemas, then does what the row does. */
export function defineCall<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(row: CallRow<P, Q, B>): DocumentedRoute {
  const { path, query, body, handle } = row;
  const readPath = path && textReader(path, (call, name) => call.params[name]);
  const readQuery = query && textReader(query, (call, name) => queryParameter(call.signed.parameters, name));
  const readBody = body && !body.picture ? bodyReader(body) : undefined;
  const read = (call: Call) => ({ ...call, path: readPath?.(call), query: readQuery?.(call), body: readBody?.(call) });
  type Handled = Parameters<typeof handle>[0];
  if (body?.picture) {
    const withPicture = async (call: Call) => ({ ...read(call), body: await readPictureUpload(call.request) });
    return { ...row, handle: async (call) => handle((await withPicture(call)) as Handled) } as DocumentedRoute;
  }
  return { ...row, handle: async (call) => handle(read(call) as Handled) } as DocumentedRoute;
}
