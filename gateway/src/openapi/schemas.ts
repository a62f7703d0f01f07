import type { JsonSchema } from '@vitae/proto/api-reference';
import { comment, commentQuery, userComment } from '@vitae/proto/comment';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { tag, tagInput, tagPatch } from '@vitae/proto/tag';
import { userPatch, userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';
import { invitation } from '../features/users/user-links.ts';
import { createdUser, userCreation } from '../features/users/users.ts';

/** Schemas with a name in the document. Others are inlined. */
const names = z.registry<{ id: string }>();
const named: Readonly<Record<string, z.ZodType>> = {
  User: userRecord,
  NewUser: userCreation,
  CreatedUser: createdUser,
  Invitation: invitation,
  UserChange: userPatch,
  Tag: tag,
  NewTag: tagInput,
  TagChange: tagPatch,
  Cv: cvData,
  CvContent: cvInput,
  CvListItem: resumeListItem,
  CvStatusItem: resumeStatusItem,
  CvQuery: cvListQuery,
  Comment: comment,
  UserComment: userComment,
  CommentQuery: commentQuery,
};
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

/** Collects the named schemas in use, for `components/schemas`. */
export type SchemaCollector = {
  /** Returns the schema of a request (`input`) or response (`output`), with references to named schemas. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  collected: Record<string, JsonSchema>;
};

export function createSchemaCollector(): SchemaCollector {
  const collected: Record<string, JsonSchema> = {};
  return {
    collected,
    schemaOf: (schema, io) => {
      const {
        $schema: _dialect,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any', override: tidy }) as JsonSchema;
      for (const [id, definition] of Object.entries($defs as object))
        collected[id] ??= relocate(definition) as JsonSchema;
      return relocate(root) as JsonSchema;
    },
  };
}

/** Removes the limits of JSON numbers, which are of no use to readers. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description) jsonSchema.description = description;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.id;
}

/** Rewrites references to their location in the document. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string'
        ? [name, member.replace('#/$defs/', '#/components/schemas/')]
        : [name, relocate(member)],
    ),
  );
}
