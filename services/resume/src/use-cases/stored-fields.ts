type IdOriginPatch = { id_origin?: string | null | undefined };

/** The fields of a patch under their stored names. */
export type StoredFields<Patch extends IdOriginPatch> = {
  [Field in keyof Patch as Field extends 'id_origin' ? 'idOrigin' : Field]?: Exclude<Patch[Field], undefined>;
};

/** Returns the fields that a patch contains, with `id_origin` under its stored name `idOrigin`. */
export function storedFields<Patch extends IdOriginPatch>({ id_origin, ...patch }: Patch): StoredFields<Patch> {
  const fields = Object.entries({ ...patch, idOrigin: id_origin }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as StoredFields<Patch>;
}
