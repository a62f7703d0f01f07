import { type Connection, Schema } from 'mongoose';

/** The keys of a company, or one of its applications. */
export type ReplayScope = { companyId: number; consumerKey?: string | undefined };

/** How far ahead of the clock of Redis timestamps may have been (replay-barrier.ts). */
export type ClockLeadStore = {
  /**
   * Records that timestamps up to `latest` may be accepted with a lead of `seconds`. Returns the latest timestamp of
   * each lead, and whether nonces of the scope were used.
   */
  raise(scope: ReplayScope, seconds: number, latest: number): Promise<StoredLeads>;
  /** Records that the scope has a barrier. Runs before any gateway accepts one of its nonces. */
  start(scope: ReplayScope): Promise<void>;
};

export type StoredLeads = { latest: Readonly<Record<string, number>>; started: boolean };

type LeadDocument = { _id: string; latest?: Record<string, number>; begun?: boolean };

export function createClockLeadStore(connection: Connection): ClockLeadStore {
  const model = connection.model<LeadDocument>('ReplayScope', leadSchema());
  return {
    raise: async (scope, seconds, latest) => {
      const raised = { $max: { [`latest.${seconds}`]: latest } };
      const lead = await model
        .findOneAndUpdate({ _id: scopeId(scope) }, raised, { upsert: true, returnDocument: 'after' })
        .lean();
      return { latest: lead?.latest ?? {}, started: lead?.begun ?? false };
    },
    start: async (scope) => {
      await model.updateOne({ _id: scopeId(scope) }, { $set: { begun: true } });
    },
  };
}

const scopeId = ({ companyId, consumerKey }: ReplayScope) =>
  consumerKey === undefined ? String(companyId) : `${companyId} ${consumerKey}`;

function leadSchema(): Schema<LeadDocument> {
  return new Schema<LeadDocument>(
    { _id: String, latest: Schema.Types.Mixed, begun: Boolean },
    { collection: 'replayScopes', versionKey: false },
  );
}
