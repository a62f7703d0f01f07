import { type Connection, Schema } from 'mongoose';

/** How far ahead of the clock of Redis a company's timestamps have been (replay-barrier.ts). */
export type ClockLeadStore = {
  /** Raises the lead to at least `seconds`. Returns the stored lead and whether the company has started. */
  raise(companyId: number, seconds: number): Promise<{ seconds: number; started: boolean }>;
  /** Records that the company has a barrier. Runs before any gateway accepts a nonce of the company. */
  start(companyId: number): Promise<void>;
};

type LeadDocument = { _id: number; seconds: number; begun?: boolean };

export function createClockLeadStore(connection: Connection): ClockLeadStore {
  const model = connection.model<LeadDocument>('ClockLead', leadSchema());
  return {
    raise: async (companyId, seconds) => {
      const raised = { $max: { seconds } };
      const lead = await model
        .findOneAndUpdate({ _id: companyId }, raised, { upsert: true, returnDocument: 'after' })
        .lean();
      return { seconds: lead?.seconds ?? 0, started: lead?.begun ?? false };
    },
    start: async (companyId) => {
      await model.updateOne({ _id: companyId }, { $set: { begun: true } });
    },
  };
}

function leadSchema(): Schema<LeadDocument> {
  return new Schema<LeadDocument>(
    { _id: Number, seconds: Number, begun: Boolean },
    { collection: 'clockLeads', versionKey: false },
  );
}
