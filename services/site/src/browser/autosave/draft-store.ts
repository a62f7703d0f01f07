/** The text of a form that is not saved, and the request that has no response yet. Both are encoded as forms. */
export type Draft = { draft: string; sent: string | null };

const draftKey = (path: string) => `vitae-draft:${path}`;
const sentKey = (path: string) => `vitae-sent:${path}`;
const MOVED_KEY = 'vitae-moved';

/**
 * Drafts by the path of their form, in the storage of the tab: they survive a reload, and others who use the browser
 * later cannot read them. Without storage, the text is only in the form.
 */
export function createDraftStore(openStorage: () => Storage) {
  const inStorage = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(openStorage());
    } catch {
      return undefined;
    }
  };
  const write = (path: string, { draft, sent }: Partial<Draft>) =>
    inStorage((storage) => {
      for (const [key, value] of [
        [draftKey(path), draft],
        [sentKey(path), sent],
      ] as const)
        if (value === undefined || value === null) storage.removeItem(key);
        else storage.setItem(key, value);
    });
  const read = (path: string): Draft | undefined =>
    inStorage((storage) => {
      const draft = storage.getItem(draftKey(path));
      return draft === null ? undefined : { draft, sent: storage.getItem(sentKey(path)) };
    });
  return {
    read,
    keep: (path: string, draft: string, sent?: string) => void write(path, { draft, sent: sent ?? null }),
    drop: (path: string) => void write(path, {}),
    /** Records that a form for a new entry now has the path of that entry. */
    move: (from: string, to: string) =>
      void inStorage((storage) => storage.setItem(MOVED_KEY, JSON.stringify([from, to]))),
    /**
     * Returns the path of the entry that the previous page created, if the owner reloaded that page before its path
     * changed. This page is then the form for a new entry again, but the draft has the path of the created entry.
     */
    movedFrom: (path: string): string | undefined => {
      const [from, to] = inStorage((storage) => JSON.parse(storage.getItem(MOVED_KEY) ?? '[]') as string[]) ?? [];
      if (from === path && to !== undefined && read(to)) return to;
      inStorage((storage) => storage.removeItem(MOVED_KEY));
      return undefined;
    },
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
