import { trusted } from 'mongoose';

/** An id and the company it belongs to. */
export type ScopedId = { companyId: number; id: number };

/**
 * Builds a filter for documents of several companies in one query. Each id matches only within its own company, so a
 * batch for two tenants cannot read across them.
 */
export function withinCompanies(field: string, ids: readonly ScopedId[]): { $or: Record<string, unknown>[] } {
  const byCompany = Map.groupBy(ids, (one) => one.companyId);
  return {
    $or: [...byCompany].map(([companyId, group]) => ({
      companyId,
      [field]: trusted({ $in: [...new Set(group.map((one) => one.id))] }),
    })),
  };
}
