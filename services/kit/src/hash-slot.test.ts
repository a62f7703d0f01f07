import { hashSlot } from './hash-slot.ts';

test('returns the slots of the specification of Redis Cluster', () => {
  expect(hashSlot('123456789')).toBe(0x31c3);
  expect(hashSlot('')).toBe(0);
  expect(hashSlot('foo')).toBe(12_182); // CLUSTER KEYSLOT foo
});
