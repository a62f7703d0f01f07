import type { ApiResponse } from '@vitae/kit/http/response';
import type { errorReasons } from '@vitae/proto/error-reasons';
import type { Request } from 'express';
import type { z } from 'zod';
import type { RequestContext } from './request-context.ts';

/** An operation of the API: its documentation and its handler. Routes give it a method, paths, a quota and a name. */
export type Operation<Dependencies> = OperationDocs & {
  /** The names of all query parameters except those of the signature. */
  parameters: ReadonlySet<string>;
  handle(context: RequestContext, dependencies: Dependencies): Promise<ApiResponse>;
};

/** Everything the API reference shows about an operation apart from its routes. */
export type OperationDocs = {
  group: OperationGroup;
  summary: string;
  description?: string;
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodySpec;
  /** Supports `If-Match`. */
  conditional?: boolean;
  /** Supports `Idempotency-Key`. */
  idempotent?: boolean;
  /** Supports `format=xml`. */
  formats?: boolean;
  responses: Readonly<Record<number, ResponseSpec>>;
  /** The errors of this operation besides those of every operation. */
  errors: readonly ReasonName[];
};

/** The sections of the API reference. */
export const operationGroups = [
  'Users',
  'CVs of a user',
  'Tags, kind and manager of a user',
  'Comments',
  'Tags',
  'CVs',
  'Employment preferences',
  'Metadata',
  'Exports',
  'Reference data',
  'User API',
] as const;
type OperationGroup = (typeof operationGroups)[number];

export type ReasonName = keyof typeof errorReasons;

/** A successful response. */
export type ResponseSpec = {
  description: string;
  /** The shape of the body. A response with neither `schema` nor `files` has no body. */
  schema?: z.ZodType;
  /** The content types of a file. */
  files?: readonly string[];
  headers?: readonly ResponseHeader[];
};

/** Headers that a response may have besides those of every response. */
export type ResponseHeader =
  | 'ETag'
  | 'Location'
  | 'Link'
  | 'X-Total-Count'
  | 'X-Total-Count-At-Least'
  | 'Retry-After'
  | 'Content-Disposition'
  | 'Content-Range'
  | 'Deprecation'
  | 'Sunset';

export type BodySpec<B extends z.ZodType = z.ZodType> = {
  schema: B;
  /** Selects the branch of a union that validates a body; its errors are clearer than those of the union. */
  check?: (body: unknown) => z.ZodType<z.output<B>>;
  /** Treats a missing body as empty. */
  optional?: boolean;
  /** Takes fields that the body omits from the query. */
  orQuery?: boolean;
  /** Accepts the same tree as XML. */
  xml?: boolean;
  /** Reads an uploaded picture: the body itself, the file of a form, or base64. */
  readPicture?: (request: Request) => Promise<z.output<B>>;
};
