/** The number of hash slots of a Redis Cluster. */
export const HASH_SLOTS = 16_384;

/** Returns the slot of a key with this hash tag: its CRC-16 (XMODEM), as the specification of Redis Cluster defines. */
export function hashSlot(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % HASH_SLOTS;
}
