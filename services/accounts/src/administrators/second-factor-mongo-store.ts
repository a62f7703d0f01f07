import type { Clock } from '@vitae/kit/clock';
import { conflict } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type ClientSession, type Connection, Schema, trusted } from 'mongoose';
import type { SecretBox } from '../keys/secret-box.ts';
import { newSecret, stepOfCode } from './one-time-code.ts';
import { newRecoveryCode, RECOVERY_CODES, recoveryDigest } from './recovery-code.ts';
import { type SecondFactors, secondFactorRecord } from './second-factors.ts';

type StoredSecondFactor = {
  _id: number;
  sealedSecret: string;
  isOn: boolean;
  /** To which session it was proposed: another one may be a thief's, who is not to know the later factor. */
  proposedTo: string;
  proposedAt: Date;
  /** Step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: number;
  recoveryDigests: string[];
};

/** Long enough to install an app. */
const PROPOSED_MS = 600_000;

export type SecondFactorDependencies = { connection: Connection; box: SecretBox; clock: Clock };

const schema = new Schema<StoredSecondFactor>(
  {
    _id: Number,
    sealedSecret: String,
    isOn: Boolean,
    proposedTo: String,
    proposedAt: Date,
    lastStep: Number,
    recoveryDigests: [String],
  },
  { collection: 'secondFactors', versionKey: false },
);

export function createSecondFactors({ connection, box, clock }: SecondFactorDependencies): SecondFactors {
  const model = connection.model<StoredSecondFactor>('SecondFactor', schema);

  const stepNow = (found: StoredSecondFactor, code: string) =>
    stepOfCode(
      code.replaceAll(/\s/g, ''),
      box.open(found.sealedSecret, secondFactorRecord(found._id)),
      clock.now(),
      found.lastStep,
    );

  /** True for one of those who bring the same code at the same moment. */
  const useStep = async (
    found: StoredSecondFactor,
    step: number,
    within: ClientSession | undefined,
    change: Partial<StoredSecondFactor> = {},
  ) => {
    const { _id, isOn, sealedSecret } = found;
    const { modifiedCount } = await model.updateOne(
      { _id, isOn, sealedSecret, lastStep: trusted({ $lt: step }) },
      { $set: { ...change, lastStep: step } },
      joining(within),
    );
    return modifiedCount === 1;
  };

  const proposal = (session: string) => ({
    proposedTo: session,
    proposedAt: trusted({ $gt: new Date(clock.now() - PROPOSED_MS) }),
  });

  const codes = (_id: number) => {
    const plain = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    return { plain, recoveryDigests: plain.map((code) => recoveryDigest(code, _id) as string) };
  };

  return {
    state: async (_id) => {
      const found = await model.findOne({ _id, isOn: true }).lean();
      return { isOn: found !== null, codesLeft: found?.recoveryDigests.length ?? 0 };
    },
    propose: async (_id, session) => {
      const fresh = {
        sealedSecret: box.seal(newSecret(), secondFactorRecord(_id)),
        proposedTo: session,
        proposedAt: new Date(clock.now()),
        lastStep: 0,
        recoveryDigests: [],
      };
      // A proposal that still holds is not matched: then there is nothing to insert either.
      await model
        .updateOne({ _id, isOn: false, $nor: [proposal(session)] }, { $set: fresh }, { upsert: true })
        .catch(ignoreDuplicate);
      const found = await model.findOne({ _id, isOn: false, ...proposal(session) }).lean();
      if (!found) throw conflict('second_factor_changed', 'The second factor was changed meanwhile.');
      return box.open(found.sealedSecret, secondFactorRecord(_id));
    },
    discardProposal: async (_id) => {
      await model.deleteOne({ _id, isOn: false });
    },
    turnOn: async (_id, session, code, within) => {
      const found = await model.findOne({ _id, isOn: false, ...proposal(session) }, null, joining(within)).lean();
      const step = found && stepNow(found, code);
      if (!step) return undefined;
      const { plain, recoveryDigests } = codes(_id);
      return (await useStep(found, step, within, { isOn: true, recoveryDigests })) ? plain : undefined;
    },
    consumeCode: async (_id, code, within) => {
      const found = await model.findOne({ _id, isOn: true }, null, joining(within)).lean();
      if (!found) return undefined;
      const step = stepNow(found, code);
      if (step) return (await useStep(found, step, within)) ? 'code' : undefined;
      const digest = recoveryDigest(code, _id);
      if (!digest) return undefined;
      const { modifiedCount } = await model.updateOne(
        { _id, isOn: true, recoveryDigests: digest },
        { $pull: { recoveryDigests: digest } },
        joining(within),
      );
      return modifiedCount === 1 ? 'recoveryCode' : undefined;
    },
    renewRecoveryCodes: async (_id, within) => {
      const { plain, recoveryDigests } = codes(_id);
      await model.updateOne({ _id, isOn: true }, { $set: { recoveryDigests } }, joining(within));
      return plain;
    },
    turnOff: async (_id, within) => {
      await model.deleteOne({ _id }, joining(within));
    },
  };
}

function joining(session: ClientSession | undefined) {
  return session ? { session } : {};
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
