/** The data of an owner, besides CVs, that the owner can grant to an application. `labels` are metadata keys. */
export const dataTypes = ['profile', 'preferences', 'comments', 'statistics', 'labels'] as const;
export type DataType = (typeof dataTypes)[number];

/** What an owner granted to an application. `all` includes CVs that the owner creates later. */
export type GrantAccess = { cvs: 'all' | number[]; data: DataType[] };

/** Services receive the ids with every request of the application. */
export const MAX_GRANTED_CVS = 200;

/** Nothing is selected until the owner selects it. */
export const NO_ACCESS: GrantAccess = { cvs: [], data: [] };
/** The access of grants of earlier versions. */
export const FULL_ACCESS: GrantAccess = { cvs: 'all', data: [...dataTypes] };

/** Grants of earlier versions have no `access` and include everything. */
export function grantsData(access: GrantAccess | undefined, type: DataType): boolean {
  return access === undefined || access.data.includes(type);
}

export function grantsCv(access: GrantAccess | undefined, cvId: number): boolean {
  return access === undefined || access.cvs === 'all' || access.cvs.includes(cvId);
}
