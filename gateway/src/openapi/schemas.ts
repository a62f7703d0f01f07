import type { JsonSchema } from '@vitae/proto/api-reference';
import { comment, commentQuery, userComment } from '@vitae/proto/comment';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { cvListQuery } from '@vitae/proto/cv-list-query';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { tag, tagInput, tagPatch } from '@vitae/proto/tag';
import { userInput, userPatch, userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';

/** The shapes that the document names; every other stands where it is used. */
const names = z.registry<{ id: string }>();
const named: Readonly<Record<string, z.ZodType>> = {
  User: userRecord,
  NewUser: userInput,
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

/** Collects the named shapes that are used, for `components/schemas`. */
export type SchemaCollector = {
  /** The schema of what is sent (`input`) or answered (`output`), with references to named shapes. */
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
      for (const [id, definition] of Object.entries($defs as object)) collected[id] ??= moved(definition) as JsonSchema;
      return moved(root) as JsonSchema;
    },
  };
}

/** Bounds of JSON's own numbers and defaults that only our side applies say nothing to a reader. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description) jsonSchema.description = description;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.id;
}

/** References as they stand in the document. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === '$ref' && typeof member === 'string'
        ? [name, member.replace('#/$defs/', '#/components/schemas/')]
        : [name, moved(member)],
    ),
  );
}
