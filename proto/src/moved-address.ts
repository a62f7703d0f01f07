import { fold } from '@vitae/kit/slug';

export type AddressPlace = { city?: string | null | undefined; isoCode?: string | null | undefined };

/** The longest city in CV data. */
const MAX_CITY = 255;

/**
 * Whether an owner lives elsewhere than in the former place, so that its street and region are out of date. Adding a city or
 * country to an incomplete address, or another spelling of the city, is no move.
 */
export function hasMoved(former: AddressPlace, current: AddressPlace): boolean {
  const cityOf = ({ city }: AddressPlace) => fold((city ?? '').slice(0, MAX_CITY).trim());
  const isReplaced = (before: string, after: string) => before !== '' && before !== after;
  return isReplaced(cityOf(former), cityOf(current)) || isReplaced(former.isoCode ?? '', current.isoCode ?? '');
}
