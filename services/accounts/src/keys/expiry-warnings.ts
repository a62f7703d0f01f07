import type { Clock } from '@vitae/kit/clock';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema, trusted } from 'mongoose';
import type { KeyStore, StoredKey } from './key-store.ts';

/** Days before its end at which a key's company is warned. */
export const WARNING_DAYS = [30, 7, 1] as const;

/** A key, and the ids of the administrators who were told of its end already. */
export type WarnedKey = StoredKey & { toldTo: readonly number[] };

/** Keys of one company that end so many days from now or sooner. */
export type DueWarning<Key extends StoredKey = StoredKey> = { companyId: number; days: number; keys: Key[] };
export type ExpiryWarning = DueWarning<WarnedKey>;

/**
 * Whoever takes a warning has it for a while. One that was not marked as sent by then, because its gateway ended or the
 * mail server was away, is given out again: each is sent once at least, and as a rule once.
 */
export type ExpiryWarnings = {
  /** The warnings that are due now, and that no gateway has at this moment. */
  due(): Promise<DueWarning[]>;
  /** What nobody has sent or taken meanwhile, just before it is sent; undefined when that is nothing. */
  take(warning: DueWarning): Promise<ExpiryWarning | undefined>;
  /** An administrator has the mail: not to be told again, whatever becomes of the others', for whom there is time anew. */
  told(warning: ExpiryWarning, administratorId: number): Promise<void>;
  /** Everybody was told. */
  sent(warning: ExpiryWarning): Promise<void>;
};

const DAY_MS = 86_400_000;
/** How long a gateway has a warning since it last told somebody of it: longer than many mails that time out. */
export const LEASE_MS = 30 * 60_000;
/** Keys that are looked at at once. */
const AT_ONCE = 1_000;

/** Without a lease it was sent; those of earlier versions have none, and were claimed for good. */
type WarningDocument = { _id: string; at: Date; leasedUntil?: Date; toldTo?: number[] };

export function createExpiryWarnings(
  connection: Connection,
  keys: Pick<KeyStore, 'listExpiring'>,
  clock: Clock,
): ExpiryWarnings {
  const model = connection.model<WarningDocument>('ExpiryWarning', warningSchema());
  /** Who was told already; undefined when it was sent, or another gateway has it. */
  const lease = async (key: StoredKey, days: number): Promise<number[] | undefined> => {
    const now = clock.now();
    const at = new Date(now);
    try {
      const taken = await model
        .findOneAndUpdate(
          { _id: warningId(key, days), leasedUntil: trusted({ $lte: at }) },
          { $set: { leasedUntil: new Date(now + LEASE_MS) }, $setOnInsert: { at } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
      return taken.toldTo ?? [];
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return undefined;
    }
  };
  /** Those that end within the time of the first warning, page by page. */
  const expiring = async function* (now: number): AsyncGenerator<StoredKey[]> {
    const until = new Date(now + WARNING_DAYS[0] * DAY_MS);
    for (let from = new Date(now); ; ) {
      const page = await keys.listExpiring(from, until, AT_ONCE);
      yield page;
      const last = page.at(-1)?.expiresAt;
      if (page.length < AT_ONCE || !last) return;
      // What ends at the same moment as the last may be on both pages. All of a page may.
      const next = new Date(last.getTime() - 1);
      from = next > from ? next : last;
    }
  };
  /** Without those that were sent, or that a gateway has: as a rule all of them, found in one look. */
  const stillDue = async (found: readonly StoredKey[], now: number) => {
    const due = found.flatMap((key) => {
      const days = dueDays(key, now);
      return days === undefined ? [] : [{ key, days, id: warningId(key, days) }];
    });
    const taken = [{ leasedUntil: null }, { leasedUntil: trusted({ $gt: new Date(now) }) }];
    const there = await model.find({ _id: trusted({ $in: due.map(({ id }) => id) }), $or: taken }, { _id: 1 }).lean();
    const ids = new Set(there.map(({ _id }) => _id));
    return due.filter(({ id }) => !ids.has(id));
  };
  const idsOf = ({ keys: warned, days }: DueWarning) => ({
    _id: trusted({ $in: warned.map((key) => warningId(key, days)) }),
  });
  return {
    due: async () => {
      const now = clock.now();
      const warnings = new Map<string, DueWarning>();
      const found = new Set<string>();
      for await (const page of expiring(now)) {
        for (const { key, days, id } of await stillDue(page, now)) {
          if (found.has(id)) continue;
          found.add(id);
          const group = `${key.companyId}/${days}`;
          const warning = warnings.get(group) ?? { companyId: key.companyId, days, keys: [] };
          warning.keys.push(key);
          warnings.set(group, warning);
        }
      }
      return [...warnings.values()];
    },
    take: async (warning) => {
      const taken: WarnedKey[] = [];
      for (const key of warning.keys) {
        const toldTo = await lease(key, warning.days);
        if (toldTo) taken.push({ ...key, toldTo });
      }
      return taken.length > 0 ? { ...warning, keys: taken } : undefined;
    },
    told: async (warning, administratorId) => {
      // Never one that was sent meanwhile: with a lease it would be due again.
      await model.updateMany(
        { ...idsOf(warning), leasedUntil: trusted({ $ne: null }) },
        { $addToSet: { toldTo: administratorId }, $set: { leasedUntil: new Date(clock.now() + LEASE_MS) } },
      );
    },
    sent: async (warning) => {
      await model.updateMany(idsOf(warning), { $unset: { leasedUntil: 1 } });
    },
  };
}

/** A key whose end was moved is another matter. */
function warningId({ id, expiresAt }: StoredKey, days: number): string {
  return `${id}/${expiresAt?.getTime()}/${days}`;
}

/** The closest warning whose time has come; none of a time before the key was there. */
export function dueDays({ createdAt, expiresAt }: Pick<StoredKey, 'createdAt' | 'expiresAt'>, now: number) {
  const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const due = WARNING_DAYS.filter((days) => end - days * DAY_MS <= now && end - days * DAY_MS > createdAt.getTime());
  return due.at(-1);
}

function warningSchema(): Schema<WarningDocument> {
  const schema = new Schema<WarningDocument>(
    { _id: String, at: Date, leasedUntil: Date, toldTo: { type: [Number], default: undefined } },
    { collection: 'expirywarnings', versionKey: false },
  );
  // Longer than any warning could come again.
  schema.index({ at: 1 }, { expireAfterSeconds: (60 * DAY_MS) / 1_000 });
  return schema;
}
