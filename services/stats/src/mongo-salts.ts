import { DAY_MS, type Day, isoDay } from './days.ts';
import type { StatsModels } from './model.ts';
import type { DailySalts } from './store.ts';

/** As `crypto.randomBytes`. */
export type RandomBytes = (size: number) => Buffer;

// A process whose clock is a little behind still finds the salt of the day that has just ended.
const KEPT_AFTER_MS = 5 * 60_000;

/** The first process to ask makes the salt; none keeps it in memory beyond its day. */
export function createMongoSalts(model: StatsModels['salts'], random: RandomBytes): DailySalts {
  let current: { day: Day; salt: Promise<Buffer> } | undefined;

  const find = async (day: Day): Promise<Buffer> => {
    const made = { salt: random(32), expiresAt: new Date(day + DAY_MS + KEPT_AFTER_MS) };
    const found = await model.collection.findOneAndUpdate(
      { _id: isoDay(day) as never },
      { $setOnInsert: made },
      { upsert: true, returnDocument: 'after', promoteBuffers: true },
    );
    return found?.salt as Buffer;
  };

  return {
    of: (day) => {
      if (current?.day !== day) {
        const salt = find(day);
        current = { day, salt };
        salt.catch(() => {
          if (current?.salt === salt) current = undefined; // the next visit tries again
        });
      }
      return current.salt;
    },
  };
}
