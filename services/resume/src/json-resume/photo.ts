export type Photo = { contentType: 'image/jpeg' | 'image/png' | 'image/gif'; base64: string };

const MAGIC: readonly (readonly [Photo['contentType'], readonly string[]])[] = [
  ['image/jpeg', ['ffd8ff']],
  ['image/png', ['89504e470d0a1a0a']],
  ['image/gif', ['474946383761', '474946383961']],
];

/** The picture in a `data:` address, by what its bytes are, not by what it says it is. No other address is followed. */
export function photoOf(image: string): Photo | null {
  const match = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(image);
  const base64 = match?.[1];
  if (base64 === undefined) return null;
  const start = Buffer.from(base64.slice(0, 24), 'base64').toString('hex');
  const found = MAGIC.find(([, beginnings]) => beginnings.some((beginning) => start.startsWith(beginning)));
  return found ? { contentType: found[0], base64 } : null;
}
