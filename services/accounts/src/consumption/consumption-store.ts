import type { QueryFilter } from 'mongoose';
import type { Counter, Source } from './counter.ts';
import type { Counts } from './counts.ts';
import type { SpanKind } from './span.ts';

/** The requests of all keys and applications of a company in one minute. */
export type ConsumedMinute = {
  companyId: number;
  /** Unix time / 60. */
  minute: number;
  /** Distinguishes two records of the same minute after the clock of Redis was set back. */
  generation: string;
  counters: Counter[];
};

/** A minute and the time zone of its company, in which days begin. */
export type ZonedMinute = { minute: ConsumedMinute; timeZone: string };

/**
 * The counts of a source at an endpoint during a span. Sums over all sources have the source "", sums over all endpoints
 * have the endpoint "". A chart therefore reads one document, and a table reads one document per row.
 */
export type SpanDocument = {
  _id: string;
  companyId: number;
  span: string;
  source: Source;
  endpoint: string;
  /** Stored names for the number of all requests, and of rejected or limited requests. Tables are sorted by them. */
  calls: number;
  refused: number;
  sum: Counts;
  points: Record<string, Counts>;
  expiresAt: Date;
};

/** How long each kind of span is retained, in days after its end. */
export type Retention = Record<SpanKind, number>;

/** Built from validated values. */
export type SpanFilter = QueryFilter<SpanDocument>;

/** A consistent view of MongoDB. */
export type Snapshot = {
  /** Reads only the fields. */
  find(
    filter: SpanFilter,
    fields: readonly string[],
    options?: { sort?: Record<string, 1 | -1>; limit?: number },
  ): Promise<Partial<SpanDocument>[]>;
  stream(filter: SpanFilter, sort: Record<string, 1 | -1>): AsyncIterable<SpanDocument>;
};

/** `signal` is aborted when the result is no longer needed. */
export type Reader = { companyId: number; signal?: AbortSignal | undefined };

export type ConsumptionStore = {
  /**
   * Adds minutes of several companies to their hours, days, months and years in few transactions. Some are flushed if this
   * fails. Idempotent.
   */
  flush(minutes: readonly ZonedMinute[]): Promise<void>;
  /**
   * Keeps the ids of flushed minutes for one more day instead of 30. Call this after their removal from Redis.
   */
  shortenRetention(minutes: readonly ConsumedMinute[]): Promise<void>;
  /**
   * Reads a snapshot together with the buffered minutes that it does not contain, so that a minute that is being flushed
   * is counted once.
   */
  read<T>(
    reader: Reader,
    readBuffer: () => Promise<ConsumedMinute[]>,
    read: (snapshot: Snapshot, rest: ConsumedMinute[]) => Promise<T>,
  ): Promise<T>;
};
