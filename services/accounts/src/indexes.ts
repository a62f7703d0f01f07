import { createIndexes as createModelIndexes } from '@vitae/kit/indexes';
import type { Connection } from 'mongoose';
import { assignSlugs } from './companies/company-mongo-store.ts';

/** Indexes of earlier versions that others replace. Without them, writes are cheaper. An earlier version creates them again. */
const EARLIER_INDEXES: Record<string, readonly string[]> = {
  ConsumptionSpan: [
    'companyId_1_span_1_endpoint_1_calls_-1_source_1',
    'companyId_1_span_1_source_1_calls_-1_endpoint_1',
    'companyId_1_span_1_endpoint_1_refused_-1_source_1',
    'companyId_1_span_1_source_1_refused_-1_endpoint_1',
  ],
  Key: ['expiresAt_1'],
  // Unique across companies. An earlier version cannot start once two companies have the same user name.
  OwnerCredential: ['usernameKey_1', 'emailKey_1'],
};
const INDEX_NOT_FOUND = 27;

/**
 * Creates the missing indexes of every store on the connection, and drops those that they replace. Collections are
 * processed sequentially, because several processes may start on an empty database at the same time. Then gives slugs to
 * the companies of earlier versions.
 */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const [name, model] of Object.entries(connection.models)) {
    await createModelIndexes(model);
    for (const earlier of EARLIER_INDEXES[name] ?? [])
      await model.collection.dropIndex(earlier).catch((error: { code?: unknown }) => {
        if (error.code !== INDEX_NOT_FOUND) throw error;
      });
  }
  if (connection.models.Company) await assignSlugs(connection.models.Company);
}
