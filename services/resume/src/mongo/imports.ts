import type { ClientSession } from 'mongoose';
import type { CvContent } from '../cv/content.ts';
import type { Sources } from '../json-resume/import.ts';
import type { JsonObject } from '../json-resume/report.ts';
import type { ImportStore, StoredImport } from '../store.ts';
import type { ImportDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

export function createMongoImports(
  { imports, deletedImports }: Pick<Models, 'imports' | 'deletedImports'>,
  session: ClientSession | null,
): ImportStore {
  return {
    find: async ({ companyId, id }) => {
      const stored = await imports.findOne({ _id: id, companyId }, null, { session }).lean();
      return stored ? importOf(stored) : undefined;
    },
    insert: async ({ id, companyId, userId }, { document, base, sources, displayName }) => {
      const texts = {
        document: JSON.stringify(document),
        base: JSON.stringify(base),
        sources: JSON.stringify(sources),
      };
      await insertDocument(imports, { _id: id, companyId, userId, displayName, ...texts }, session);
    },
    setDocument: async ({ companyId, id }, document) => {
      const change = { $set: { document: JSON.stringify(document) } };
      await imports.updateOne({ _id: id, companyId }, change, session ? { session } : {});
    },
    clearDisplayNames: async ({ companyId, userId }) => {
      const change = { $set: { displayName: null } };
      await imports.updateMany({ companyId, userId }, change, session ? { session } : {});
      // Deleted CVs can be restored.
      await deletedImports.updateMany({ companyId, userId }, change, session ? { session } : {});
    },
  };
}

export function importOf({ document, base, sources, displayName }: ImportDocument): StoredImport {
  return {
    document: JSON.parse(document) as JsonObject,
    base: JSON.parse(base) as CvContent,
    sources: JSON.parse(sources) as Sources,
    displayName,
  };
}
