type ListQuery = {
  filters: readonly { type: string; value: string | number; comparator?: string | undefined }[];
  sort: readonly { field: string; order: string }[];
};

/** The filters and the sort of a list's body, as the services' contracts have them. */
export function asMessages({ filters, sort }: ListQuery) {
  return {
    filters: filters.map(({ type, value, comparator = '' }) => ({ type, value: String(value), comparator })),
    sort: sort.map(({ field, order }) => ({ field, descending: order === 'DESC' })),
  };
}
