import type { Clock } from '@vitae/kit/clock';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type Connection, Schema } from 'mongoose';
import type { KeyStore, StoredKey } from './key-store.ts';

/** Days before its end at which a key's company is warned. */
export const WARNING_DAYS = [30, 7, 1] as const;

/** Keys of one company that end so many days from now or sooner. */
export type ExpiryWarning = { companyId: number; days: number; keys: StoredKey[] };

export type ExpiryWarnings = {
  /** The warnings that are due now. Each is given out once, to whichever gateway asks first. */
  due(): Promise<ExpiryWarning[]>;
};

const DAY_MS = 86_400_000;
/** Keys that are looked at in one round; the next round goes on. */
const MOST = 10_000;

type WarningDocument = { _id: string; at: Date };

export function createExpiryWarnings(
  connection: Connection,
  keys: Pick<KeyStore, 'listExpiring'>,
  clock: Clock,
): ExpiryWarnings {
  const model = connection.model<WarningDocument>('ExpiryWarning', warningSchema());
  /** Whether this is the first to ask. A key whose end was moved is another matter. */
  const claim = async ({ id, expiresAt }: StoredKey, days: number): Promise<boolean> => {
    try {
      await model.create({ _id: `${id}/${expiresAt?.getTime()}/${days}`, at: new Date(clock.now()) });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  };
  return {
    due: async () => {
      const now = clock.now();
      const until = new Date(now + WARNING_DAYS[0] * DAY_MS);
      const expiring = await keys.listExpiring(new Date(now), until, MOST);
      const warnings = new Map<string, ExpiryWarning>();
      for (const key of expiring) {
        const days = dueDays(key, now);
        if (days === undefined || !(await claim(key, days))) continue;
        const group = `${key.companyId}/${days}`;
        const warning = warnings.get(group) ?? { companyId: key.companyId, days, keys: [] };
        warning.keys.push(key);
        warnings.set(group, warning);
      }
      return [...warnings.values()];
    },
  };
}

/** The closest warning whose time has come; none of a time before the key was there. */
export function dueDays({ createdAt, expiresAt }: Pick<StoredKey, 'createdAt' | 'expiresAt'>, now: number) {
  const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const due = WARNING_DAYS.filter((days) => end - days * DAY_MS <= now && end - days * DAY_MS > createdAt.getTime());
  return due.at(-1);
}

function warningSchema(): Schema<WarningDocument> {
  const schema = new Schema<WarningDocument>(
    { _id: String, at: Date },
    { collection: 'expirywarnings', versionKey: false },
  );
  // Longer than any warning could come again.
  schema.index({ at: 1 }, { expireAfterSeconds: (60 * DAY_MS) / 1_000 });
  return schema;
}
