import { queryOptions } from '@vitae/kit/mongo';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type ClientSession, type Connection, type Model, Schema, trusted } from 'mongoose';
import type {
  ConsumedMinute,
  ConsumptionStore,
  Reader,
  Retention,
  Snapshot,
  SpanDocument,
  SpanFilter,
  ZonedMinute,
} from './consumption-store.ts';
import { type Chunk, chunksOf } from './minute-chunks.ts';
import { mergeUpdates, type SpanUpdate, spanUpdates } from './span-updates.ts';

/** Marks a chunk as flushed. The collection and the field keep the names of earlier versions. */
type FlushedChunk = { _id: string; movedAt: Date; expiresAt?: Date };
/** The updates of the spans to which a chunk is added. */
type ChunkUpdates = { id: string; updates: SpanUpdate[] };

const DAY_SECONDS = 86_400;
/** Longer than a flushed minute may stay in Redis, for example while the system is stopped. */
const MARKER_SECONDS = 30 * DAY_SECONDS;
/**
 * How long markers are kept after the minute was removed from Redis. No gateway that has read the minute is paused for
 * so long, and no Redis that is promoted or restarted from its disk is that far behind.
 */
const REMOVED_MARKER_SECONDS = DAY_SECONDS;
/** Updates per transaction, unless a single chunk has more. MongoDB recommends at most 1,000. */
const MAX_UPDATES = 1_000;
/**
 * A transaction may have this multiple of the updates of its largest chunk, even if that exceeds MAX_UPDATES, so that the
 * same part of several minutes shares one.
 */
const MAX_GROWTH = 1.25;
/** The time limit of MongoDB for reading everything that a file contains. */
const MAX_STREAM_MS = 60_000;

export function createConsumptionStore(connection: Connection, retention: Retention): ConsumptionStore {
  const spans = connection.model<SpanDocument>('ConsumptionSpan', spanSchema());
  const flushed = connection.model<FlushedChunk>('ConsumptionMoved', flushedSchema());

  const { findFlushed, flush } = createMinuteWriter(connection, spans, flushed, retention);
  /** Returns undefined if a minute was flushed partially between the two reads, unless this is the retry. */
  const withoutFlushed = async (buffered: readonly ConsumedMinute[], session: ClientSession, isRetry: boolean) => {
    const chunks = buffered.map(chunksOf);
    const ids = chunks.flat().map(({ id }) => id);
    const done = await findFlushed(ids, session);
    const isPartial = chunks.some(
      (parts) => parts.some(({ id }) => done.has(id)) && parts.some(({ id }) => !done.has(id)),
    );
    return isPartial && !isRetry ? undefined : chunks.flat().filter(({ id }) => !done.has(id));
  };
  const attempt = async <T>(
    { companyId, signal }: Reader,
    buffered: readonly ConsumedMinute[],
    read: (snapshot: Snapshot, rest: ConsumedMinute[]) => Promise<T>,
    isRetry: boolean,
  ): Promise<{ result: T } | undefined> => {
    const session = await connection.startSession({ snapshot: true });
    try {
      const rest = await withoutFlushed(buffered, session, isRetry);
      return rest && { result: await read(snapshotOf(companyId, { session, ...queryOptions(signal) }), rest) };
    } finally {
      await session.endSession();
    }
  };
  const snapshotOf = (companyId: number, common: { session: ClientSession; signal?: AbortSignal }): Snapshot => {
    const find = (filter: SpanFilter, options: object) =>
      spans.collection.find<SpanDocument>({ ...filter, companyId } as never, { ...options, ...common });
    return {
      find: (filter, fields, options = {}) => {
        const projection = Object.fromEntries([['_id', false], ...fields.map((field) => [field, true])]);
        return find(filter, { ...options, projection }).toArray();
      },
      stream: (filter, sort) => find(filter, { sort, maxTimeMS: MAX_STREAM_MS }),
    };
  };
  return {
    flush,
    shortenRetention: async (minutes) => {
      const ids = minutes.flatMap((minute) => chunksOf(minute).map(({ id }) => id));
      const expiresAt = new Date(Date.now() + REMOVED_MARKER_SECONDS * 1_000);
      if (ids.length > 0) await flushed.updateMany({ _id: trusted({ $in: ids }) }, { $set: { expiresAt } });
    },
    read: async (reader, readBuffer, read) => {
      // A minute that is being flushed no longer changes, so it is complete in the second attempt.
      const done =
        (await attempt(reader, await readBuffer(), read, false)) ??
        (await attempt(reader, await readBuffer(), read, true));
      if (!done) throw new TypeError('The second attempt always succeeds');
      return done.result;
    },
  };
}

/**
 * Adds minutes to the spans. The markers of chunks make this idempotent. Minutes of one company in the same transaction
 * change each document once.
 */
function createMinuteWriter(
  connection: Connection,
  spans: Model<SpanDocument>,
  flushed: Model<FlushedChunk>,
  retention: Retention,
) {
  const findFlushed = async (ids: readonly string[], session: ClientSession | null = null) => {
    const found = await flushed.find({ _id: trusted({ $in: ids }) }, '_id', { session }).lean();
    return new Set(found.map(({ _id }) => _id));
  };
  const flushChunks = async (chunks: readonly ChunkUpdates[]): Promise<void> => {
    const markers = chunks.map(({ id }) => ({ _id: id, movedAt: new Date() }));
    const updates = mergeUpdates(chunks.flatMap((chunk) => chunk.updates));
    try {
      await connection.transaction(async (session) => {
        await flushed.insertMany(markers, { session });
        await spans.collection.bulkWrite(updates as never[], { session, ordered: false });
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const done = await findFlushed(chunks.map(({ id }) => id));
      if (done.size === 0) throw error;
      const rest = chunks.filter(({ id }) => !done.has(id)); // another gateway has flushed the others
      if (rest.length > 0) await flushChunks(rest);
    }
  };
  const flush = async (minutes: readonly ZonedMinute[]) => {
    let batch: ChunkUpdates[] = [];
    const changed = new Set<string>();
    let limit = MAX_UPDATES;
    for (const { chunk, timeZone } of chunksInOrder(minutes)) {
      const updates = spanUpdates(chunk, timeZone, retention);
      const ids = updates.map(({ updateOne }) => updateOne.filter._id);
      const size = changed.size + ids.filter((id) => !changed.has(id)).length;
      limit = Math.max(limit, MAX_GROWTH * ids.length);
      if (size > limit) {
        await flushChunks(batch);
        batch = [];
        changed.clear();
        limit = Math.max(MAX_UPDATES, MAX_GROWTH * ids.length);
      }
      batch.push({ id: chunk.id, updates });
      for (const id of ids) changed.add(id);
    }
    if (batch.length > 0) await flushChunks(batch);
  };
  return { findFlushed, flush };
}

/** Returns the chunks so that those that change the same documents follow each other: the same part of each minute. */
function chunksInOrder(minutes: readonly ZonedMinute[]): { chunk: Chunk; timeZone: string }[] {
  return minutes
    .flatMap(({ minute, timeZone }) => chunksOf(minute).map((chunk) => ({ chunk, timeZone })))
    .sort((a, b) => a.chunk.companyId - b.chunk.companyId || a.chunk.part - b.chunk.part);
}

function spanSchema(): Schema<SpanDocument> {
  const schema = new Schema<SpanDocument>(
    {
      _id: String,
      companyId: Number,
      span: String,
      source: String,
      endpoint: String,
      calls: Number,
      refused: Number,
      sum: Schema.Types.Mixed,
      points: Schema.Types.Mixed,
      expiresAt: Date,
    },
    { collection: 'consumption_spans', versionKey: false },
  );
  // The endpoints of a source. A source has few, so they are sorted in memory.
  schema.index({ companyId: 1, span: 1, source: 1, endpoint: 1 });
  // By number of requests: the sources at an endpoint, and the combinations of source and endpoint. Each update changes
  // these indexes, so they contain no sums that are not listed.
  const sources = { source: { $gt: '' } };
  const cells = { ...sources, endpoint: { $gt: '' } };
  schema.index(
    { companyId: 1, span: 1, endpoint: 1, calls: -1, source: 1 },
    { name: 'sources_by_calls', partialFilterExpression: sources },
  );
  schema.index({ companyId: 1, span: 1, calls: -1, source: 1, endpoint: 1 }, { partialFilterExpression: cells });
  // The same for documents with rejected requests, which are few.
  const refused = { refused: { $gt: 0 } };
  schema.index(
    { companyId: 1, span: 1, endpoint: 1, refused: -1, source: 1 },
    { name: 'sources_by_refused', partialFilterExpression: { ...sources, ...refused } },
  );
  schema.index(
    { companyId: 1, span: 1, refused: -1, source: 1, endpoint: 1 },
    { partialFilterExpression: { ...cells, ...refused } },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return schema;
}

function flushedSchema(): Schema<FlushedChunk> {
  const schema = new Schema<FlushedChunk>(
    { _id: String, movedAt: Date, expiresAt: Date },
    { collection: 'consumption_moved', versionKey: false },
  );
  schema.index({ movedAt: 1 }, { expireAfterSeconds: MARKER_SECONDS });
  const removed = { expiresAt: { $exists: true } };
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, partialFilterExpression: removed });
  return schema;
}
