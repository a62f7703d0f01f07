import type { ExportSource } from '@vitae/proto/export-source';
import type { Culture } from './culture.ts';
import type { Paper } from './document-model.ts';

/** Paper sizes in millimetres. */
export const paperSize: Record<Paper, { width: number; height: number }> = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
};

// Unicode CLDR, supplemental data, paperSize "US-Letter".
const letterCountries = new Set('BLZ CAN CHL COL CRI GTM MEX NIC PAN PHL PRI SLV USA VEN'.split(' '));

/** Returns the paper format of the CV's country, or of its culture when the CV names no country. */
export function paperOf({ cv }: ExportSource, culture: Culture): Paper {
  const country = cv.userInformation.country?.isoCode;
  if (country) return letterCountries.has(country) ? 'Letter' : 'A4';
  return culture === 'en_US' ? 'Letter' : 'A4';
}
