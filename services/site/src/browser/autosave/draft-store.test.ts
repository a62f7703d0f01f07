import { createDraftStore } from './draft-store.ts';

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    get length() {
      return values.size;
    },
  } as Storage;
}

test('keeps the draft of each form, and removes it with its request', () => {
  const storage = memoryStorage();
  const drafts = createDraftStore(() => storage);
  drafts.keep('/a', 'text=one', 'text=on');
  drafts.keep('/b', 'text=two');
  expect(drafts.read('/a')).toEqual({ draft: 'text=one', sent: 'text=on' });
  expect(drafts.read('/b')).toEqual({ draft: 'text=two', sent: null });
  drafts.drop('/a');
  expect(drafts.read('/a')).toBeUndefined();
  expect(storage).toHaveLength(1);
});

test('forgets an earlier request when a draft is kept without one', () => {
  const storage = memoryStorage();
  const drafts = createDraftStore(() => storage);
  drafts.keep('/a', 'text=one', 'text=on');
  drafts.keep('/a', 'text=one');
  expect(drafts.read('/a')).toEqual({ draft: 'text=one', sent: null });
});

test('finds the entry to which a form for a new entry was moved, as long as it has a draft', () => {
  const storage = memoryStorage();
  const drafts = createDraftStore(() => storage);
  drafts.move('/new', '/7');
  drafts.keep('/7', 'text=one');
  expect(drafts.movedFrom('/new')).toBe('/7');
  drafts.drop('/7');
  expect(drafts.movedFrom('/new')).toBeUndefined();
  drafts.keep('/7', 'text=two');
  expect(drafts.movedFrom('/new')).toBeUndefined();
});

test('works without storage, but keeps nothing', () => {
  const drafts = createDraftStore(() => {
    throw new Error('denied');
  });
  drafts.keep('/a', 'text=one');
  drafts.move('/new', '/7');
  expect([drafts.read('/a'), drafts.movedFrom('/new')]).toEqual([undefined, undefined]);
});
