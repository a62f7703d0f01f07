import type { ApiResponse } from '@vitae/kit/http/response';
import { validate } from '@vitae/kit/validate';
import { z } from 'zod';
import { queryParametersOf, requireKnownParameters } from './known-parameters.ts';
import type { BodySpec, Operation, OperationDocs } from './operation.ts';
import { withPreconditions } from './preconditions.ts';
import { bodyReader, queryParameter, textReader } from './read-request.ts';
import type { RequestContext } from './request-context.ts';
import { requestsXml, unmarkTags, xmlResponse } from './xml-response.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type OperationDefinition<P, Q, B, D> = Omit<OperationDocs, 'path' | 'query' | 'body'> & {
  path?: P;
  query?: Q;
  body?: B extends z.ZodType ? BodySpec<B> : never;
  /** Receives the path, query and body as their schemas output them. */
  handle(
    context: RequestContext & { path: Parsed<P>; query: Parsed<Q>; body: Parsed<B> },
    dependencies: D,
  ): Promise<ApiResponse>;
};

/** Defines an operation whose path, query and body are validated before `handle` runs. */
export function defineOperation<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  D = unknown,
>(definition: OperationDefinition<P, Q, B, D>): Operation<D> {
  const { path, body, formats } = definition;
  const query = definition.query as z.ZodObject | undefined;
  const handle = definition.handle as Operation<D>['handle'];
  const readPath = path && textReader(path, (context, name) => context.params[name]);
  const readQuery = query && textReader(query, ({ signed }, name) => queryParameter(signed.parameters, name));
  const readBody = body && !body.readPicture ? bodyReader(body) : undefined;
  const readPicture = body?.readPicture;
  const shape = queryParametersOf({ query: formats ? withFormat(query) : query, body })?.shape;
  const parameters = new Set(Object.keys(shape ?? {}));
  const validated: Operation<D>['handle'] = async (context, dependencies) => {
    requireKnownParameters(context, parameters);
    const read = { ...context, path: readPath?.(context), query: readQuery?.(context), body: readBody?.(context) };
    if (readPicture) read.body = await readPicture(context.request);
    else if (read.body instanceof Promise) read.body = await read.body;
    return handle(read, dependencies);
  };
  const wrapped = definition.conditional ? withPreconditions(validated) : validated;
  const operation = { ...definition, parameters, handle: wrapped } as Operation<D>;
  return formats ? withFormats(operation) : operation;
}

export const responseFormat = z.enum(['json', 'xml']);
const format = z.object({
  format: responseFormat
    .default('json')
    .describe('Format of the response. XML has the same structure as JSON, under `<response>`.'),
});

function withFormat(query: z.ZodObject | undefined): z.ZodObject {
  return query ? query.extend(format.shape) : format;
}

function withFormats<D>({ query, handle, ...docs }: Operation<D>): Operation<D> {
  return {
    ...docs,
    query: withFormat(query),
    handle: async (context, dependencies) => {
      // The profile converts the response.
      if (context.compatibility) return handle(context, dependencies);
      const { request, signed } = context;
      validate(format, { format: queryParameter(signed.parameters, 'format') });
      const isXml = requestsXml(request, signed.parameters);
      if (isXml) unmarkTags(request.headers, '-xml');
      const response = await handle(context, dependencies);
      return isXml && 'body' in response ? xmlResponse(response) : response;
    },
  };
}
