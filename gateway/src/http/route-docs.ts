import type { errorReasons } from '@vitae/proto/error-reasons';
import type { z } from 'zod';
import type { Handler } from './request-context.ts';
import type { Route } from './route-table.ts';

/** The sections of the reference. */
export const callGroups = [
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
export type CallGroup = (typeof callGroups)[number];

export type ReasonName = keyof typeof errorReasons;

/** Headers that an answer may carry beside those of every answer. */
export type AnswerHeader =
  | 'ETag'
  | 'Location'
  | 'Link'
  | 'X-Total-Count'
  | 'Retry-After'
  | 'Content-Disposition'
  | 'Content-Range'
  | 'Deprecation';

/** One way in which a call succeeds. */
export type AnswerSpec = {
  description: string;
  /** The body's shape; without it, and without `files`, there is none. */
  schema?: z.ZodType;
  /** The content types of an answer that is a file. */
  files?: readonly string[];
  headers?: readonly AnswerHeader[];
};

export type BodySpec<B extends z.ZodType = z.ZodType> = {
  schema: B;
  /** Picks the schema that a body is held to, where `schema` is one of several; its errors are clearer than those of all at once. */
  check?: (body: unknown) => z.ZodType<z.output<B>>;
  /** A call without a body is one with an empty body. */
  optional?: boolean;
  /** Fields that the body leaves out are taken from the query. */
  orQuery?: boolean;
  /** The same tree may come as XML. */
  xml?: boolean;
  /** A picture: as the body itself or the file of a form too, which picture-upload.ts reads. */
  picture?: boolean;
};

/** What is said of a call beside where it is and what it does: everything that the reference shows. */
export type CallWords = {
  group: CallGroup;
  summary: string;
  description?: string;
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodySpec;
  /** Honours If-Match. */
  conditional?: boolean;
  /** Honours Idempotency-Key. */
  idempotent?: boolean;
  /** Answers the same tree as XML for `format=xml`. */
  formats?: boolean;
  answers: Readonly<Record<number, AnswerSpec>>;
  /** The errors of this call beside those of every call. */
  errors: readonly ReasonName[];
};

/** A row of the route table with all that the reference needs: without one of them it does not compile. */
export type DocumentedRoute = Route<Handler> &
  CallWords & {
    /** Of the user API: whether a server may make the call with its application's `apiKey` alone (decisions §5). */
    apiKeyAlone?: boolean;
  };

/** A call of the user API. */
export type UserRoute = DocumentedRoute & { apiKeyAlone: boolean };
