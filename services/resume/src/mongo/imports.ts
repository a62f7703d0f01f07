import type { ClientSession } from 'mongoose';
import { z } from 'zod';
import type { CvContent } from '../cv/content.ts';
import type { Sources } from '../json-resume/import.ts';
import type { JsonObject } from '../json-resume/report.ts';
import type { Models } from './models.ts';
import type { ImportStore } from '../store.ts';

// Written by us and by nobody else: parsed, not validated again.
const json = <T>(text: string) => z.custom<T>().parse(JSON.parse(text));

export function createMongoImports({ imports }: Pick<Models, 'imports'>, session: ClientSession | null): ImportStore {
  return {
    find: async (cvId) => {
      const found = await imports.findById(cvId, null, { session }).lean();
      if (!found) return undefined;
      return {
        document: json<JsonObject>(found.document),
        base: json<CvContent>(found.base),
        sources: json<Sources>(found.sources),
        displayName: found.displayName,
      };
    },
    insert: async ({ id, companyId, userId }, { document, base, sources, displayName }) => {
      const kept = { document: JSON.stringify(document), base: JSON.stringify(base), sources: JSON.stringify(sources) };
      await imports.create([{ _id: id, companyId, userId, displayName, ...kept }], { session });
    },
    forgetNames: async (userId) => {
      await imports.updateMany({ userId }, { $set: { displayName: null } }, session ? { session } : {});
    },
  };
}
