import { HASH_SLOTS, hashSlot } from '@vitae/kit/hash-slot';
import { MINUTE_LISTS, minuteListOf } from './redis-keys.ts';

const tagOf = (key: string) => key.slice(1, key.indexOf('}'));
const sixteenthOf = (tag: string) => Math.floor((hashSlot(tag) * 16) / HASH_SLOTS);

test('puts one list of minutes into each sixteenth of the slots, in the order of the slots', () => {
  const sixteenths = MINUTE_LISTS.map(({ unflushed }) => sixteenthOf(tagOf(unflushed)));
  const first = sixteenths[0] ?? 0;
  expect(sixteenths).toEqual(Array.from({ length: 16 }, (_none, index) => (first + index) % 16));
});

test('keeps both keys of a list in one slot', () => {
  for (const { unflushed, claimable } of MINUTE_LISTS) expect(tagOf(claimable)).toBe(tagOf(unflushed));
});

test('lists the minutes of a company in its own sixteenth of the slots', () => {
  for (let companyId = 0; companyId < 100; companyId += 1) {
    const { unflushed = '' } = MINUTE_LISTS[minuteListOf(companyId)] ?? {};
    expect(sixteenthOf(tagOf(unflushed))).toBe(sixteenthOf(`c:${companyId}`));
  }
});

test('reads the list of release 0.2.0', () => {
  expect(MINUTE_LISTS[0]).toEqual({ unflushed: '{c:0}:unflushed', claimable: '{c:0}:claimable' });
});
