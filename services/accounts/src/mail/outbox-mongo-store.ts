import { randomUUID } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import { type Connection, Schema, trusted } from 'mongoose';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Outbox, OutgoingMail, QueuedMail } from './outbox.ts';

type StoredMail = {
  _id: string;
  sealed: string;
  attempts: number;
  /** Missing in mails of earlier versions. */
  createdAt?: Date;
  dueAt: Date;
  expiresAt: Date;
};

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

export function createOutbox(connection: Connection, box: SecretBox, clock: Clock): Outbox {
  const model = connection.model<StoredMail>('OutgoingMail', mailSchema());
  const open = ({ _id, sealed, attempts, expiresAt }: StoredMail): QueuedMail => {
    const mail = JSON.parse(box.open(sealed, mailRecord(_id))) as Omit<OutgoingMail, 'expiresAt'>;
    return { ...mail, id: _id, attempts, expiresAt } as QueuedMail;
  };
  const postpone: Outbox['postpone'] = async ({ id, attempts }) => {
    const dueAt = new Date(clock.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
    await model.updateOne({ _id: id }, { $set: { attempts: attempts + 1, dueAt } });
  };
  return {
    add: async ({ expiresAt, ...mail }, session) => {
      const _id = randomUUID();
      const sealed = box.seal(JSON.stringify(mail), mailRecord(_id));
      const now = new Date(clock.now());
      await model.create([{ _id, sealed, attempts: 0, createdAt: now, dueAt: now, expiresAt }], { session });
    },
    due: async (limit) => {
      const now = new Date(clock.now());
      const stored = await model
        .find({ dueAt: trusted({ $lte: now }), expiresAt: trusted({ $gt: now }) })
        .sort({ expiresAt: 1 })
        .limit(limit)
        .lean();
      const readable: QueuedMail[] = [];
      let failure: unknown;
      for (const one of stored) {
        try {
          readable.push(open(one));
        } catch (error) {
          failure = error;
          // So that it does not block the others.
          await postpone({ id: one._id, attempts: one.attempts });
        }
      }
      if (failure && readable.length === 0) throw new Error('A waiting mail cannot be decrypted', { cause: failure });
      return readable;
    },
    waitingSince: async () => {
      const oldest = await model
        .findOne({ createdAt: trusted({ $ne: null }), expiresAt: trusted({ $gt: new Date(clock.now()) }) })
        .sort({ createdAt: 1 })
        .lean();
      return oldest?.createdAt ?? null;
    },
    remove: async (id, session) => {
      await model.deleteOne({ _id: id }, session && { session });
    },
    postpone,
  };
}

/** The record for which the contents of a mail are encrypted. */
export function mailRecord(id: string): string {
  return `mail ${id}`;
}

function mailSchema(): Schema<StoredMail> {
  const schema = new Schema<StoredMail>(
    { _id: String, sealed: String, attempts: Number, createdAt: Date, dueAt: Date, expiresAt: Date },
    { collection: 'outgoingMails', versionKey: false },
  );
  schema.index({ dueAt: 1 });
  schema.index({ createdAt: 1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return schema;
}
