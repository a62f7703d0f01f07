import { isolateText } from '@vitae/kit/isolate-text';
import { queryOptions } from '@vitae/kit/mongo';
import type { Connection } from 'mongoose';
import type { Reader } from './consumption-store.ts';
import { applicationSource, keySource, type Source } from './counter.ts';

/** The name of a key or application, and the end of its key, because names are not unique. */
export type SourceName = { name: string; ending: string };

/** The names of the keys and applications of a company. */
export type SourceNames = {
  of(reader: Reader, sources: readonly Source[]): Promise<Map<Source, SourceName>>;
  /** Returns the sources whose name or key contains the text. */
  search(reader: Reader, text: string): Promise<Source[]>;
};

export function sourceLabel({ name, ending }: SourceName): string {
  return `${isolateText(name)} …${ending}`;
}

type Named = { _id: number; name: string; key?: string; consumerKey?: string };

const MAX_RESULTS = 500;
/** The longest names and keys. */
const MAX_TEXT = 100;

export function createSourceNames(connection: Connection): SourceNames {
  const kinds = [
    { letter: 'k', collection: 'keys', source: keySource, searched: 'key' },
    { letter: 'a', collection: 'applications', source: applicationSource, searched: 'consumerKey' },
  ];
  const read = async (
    collection: string,
    { companyId, signal }: Reader,
    condition: Record<string, unknown>,
    limit: number,
  ) => {
    const options = { projection: { name: true, key: true, consumerKey: true }, limit, ...queryOptions(signal) };
    return connection
      .collection<Named>(collection)
      .find({ companyId, ...condition } as never, options)
      .toArray();
  };
  return {
    of: async (reader, sources) => {
      const names = new Map<Source, SourceName>();
      for (const { letter, collection, source } of kinds) {
        const ids = sources.filter((one) => one.startsWith(letter)).map((one) => Number(one.slice(1)));
        if (ids.length === 0) continue;
        for (const { _id, name, key, consumerKey = key ?? '' } of await read(
          collection,
          reader,
          { _id: { $in: ids } },
          ids.length,
        ))
          names.set(source(_id), { name, ending: consumerKey.slice(-4) });
      }
      return names;
    },
    search: async (reader, text) => {
      if (text.length > MAX_TEXT) return [];
      const pattern = { $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' };
      const sources: Source[] = [];
      for (const { collection, source, searched } of kinds) {
        const condition = { $or: [{ name: pattern }, { [searched]: pattern }] };
        for (const { _id } of await read(collection, reader, condition, MAX_RESULTS)) sources.push(source(_id));
      }
      return sources.slice(0, MAX_RESULTS);
    },
  };
}
