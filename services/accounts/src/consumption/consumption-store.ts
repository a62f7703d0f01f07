import type { QueryFilter } from 'mongoose';
import type { Counter, Source } from './counter.ts';
import type { Counts } from './counts.ts';
import type { SpanKind } from './span.ts';

/** Everything that one company's keys and applications did in one minute. */
export type ConsumedMinute = {
  companyId: number;
  /** Unix time / 60. */
  minute: number;
  /** Tells apart two records of the same minute, should Redis' clock have gone back. */
  generation: string;
  counters: Counter[];
};

/**
 * What a source did at a call during a span. Sums over all sources have the source "", over all
 * calls the endpoint "": a chart then reads one document, a table one for each of its rows.
 */
export type SpanDocument = {
  _id: string;
  companyId: number;
  span: string;
  source: Source;
  endpoint: string;
  /** Calls in all, and those that were not let in: what tables are sorted by. */
  calls: number;
  refused: number;
  sum: Counts;
  points: Record<string, Counts>;
  expiresAt: Date;
};

/** How long each kind of span is kept, in days after its end. */
export type Retention = Record<SpanKind, number>;

/** A view of MongoDB at one moment. */
export type Snapshot = {
  find(
    filter: QueryFilter<SpanDocument>,
    projection?: Record<string, 0 | 1>,
    options?: { sort?: Record<string, 1 | -1>; limit?: number },
  ): Promise<Partial<SpanDocument>[]>;
  stream(filter: QueryFilter<SpanDocument>, sort: Record<string, 1 | -1>): AsyncIterable<SpanDocument>;
};

export type ConsumptionStore = {
  /** Adds the minute to its hour, day, month and year; doing it again changes nothing. */
  put(minute: ConsumedMinute, timeZone: string): Promise<void>;
  /**
   * Reads at one moment, and what of the minutes in Redis was not added by then: so a minute that
   * is being moved is counted once. `live` reads those minutes.
   */
  read<T>(
    companyId: number,
    live: () => Promise<ConsumedMinute[]>,
    read: (snapshot: Snapshot, rest: ConsumedMinute[]) => Promise<T>,
  ): Promise<T>;
};
