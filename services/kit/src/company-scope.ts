import { trusted } from 'mongoose';

/** One id, and the company in which alone it may be found. */
export type ScopedId = { companyId: number; id: number };

/**
 * A filter for rows of several companies in one query. Each id counts within its own company
 * only, so that a batch of two tenants cannot reach across.
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
