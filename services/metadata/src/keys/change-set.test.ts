import type { MetadataChange } from '@vitae/proto/metadata-request';
import fc from 'fast-check';
import { createChangeSet } from './change-set.ts';

const change = (partial: Partial<MetadataChange>): MetadataChange => ({
  userIds: [1],
  reset: false,
  unassign: [],
  assign: [],
  ...partial,
});

describe('a change set', () => {
  test('resets, then unassigns, then assigns', () => {
    const { apply } = createChangeSet([change({ reset: true, unassign: ['a*'], assign: ['a1', 'b'] })]);
    expect(apply(1, ['a0', 'c'])).toEqual(['a1', 'b']);
  });

  test('leaves only the assigned keys after a reset', () => {
    expect(createChangeSet([change({ reset: true, assign: ['x'] })]).apply(1, ['a', 'b'])).toEqual(['x']);
  });

  test('assigns a key that it also unassigns', () => {
    expect(
      createChangeSet([change({ unassign: ['com.acme.kind:*'], assign: ['com.acme.kind:star'] })]).apply(1, [
        'com.acme.kind:cat',
        'z',
      ]),
    ).toEqual(['com.acme.kind:star', 'z']);
  });

  test('combines all changes of a user', () => {
    const changes = [change({ assign: ['new'] }), change({ unassign: ['n*'] }), change({ reset: true })];
    expect(createChangeSet(changes).apply(1, ['old'])).toEqual(['new']);
    expect(createChangeSet([...changes, change({ userIds: [2], assign: ['x'] })]).apply(2, ['old'])).toEqual([
      'old',
      'x',
    ]);
  });

  test('lists each user once in the order of the changes', () => {
    expect(createChangeSet([change({ userIds: [3, 1, 3] }), change({ userIds: [2, 1] })]).userIds).toEqual([3, 1, 2]);
  });

  test('is idempotent', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '.', ':'), minLength: 1, maxLength: 4 });
    const keys = fc.array(key, { maxLength: 5 });
    const part = fc.record({
      userIds: fc.constant<number[]>([1]),
      reset: fc.boolean(),
      unassign: fc.array(
        fc.oneof(
          key,
          key.map((prefix) => `${prefix}*`),
        ),
      ),
      assign: keys,
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), keys, (changes, current) => {
        const { apply } = createChangeSet(changes);
        const once = apply(1, current);
        expect(createChangeSet(changes).apply(1, once)).toEqual(
          changes.length === 0 ? [...new Set(current)].sort() : once,
        );
        expect(new Set(once).size).toBe(once.length);
        for (const { assign } of changes) expect(once).toEqual(expect.arrayContaining(assign));
      }),
    );
  });
});
