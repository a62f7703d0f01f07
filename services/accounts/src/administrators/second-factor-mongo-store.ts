import type { Clock } from '@vitae/kit/clock';
import { conflict } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { type ClientSession, type Connection, type Model, Schema, trusted } from 'mongoose';
import type { SecretBox } from '../secrets/secret-box.ts';
import { newSecret, stepOfCode } from './one-time-code.ts';
import { newRecoveryCode, RECOVERY_CODES, recoveryDigest } from './recovery-code.ts';
import { type SecondFactors, secondFactorRecord } from './second-factors.ts';

type StoredSecondFactor = {
  _id: number;
  sealedSecret: string;
  isOn: boolean;
  /** The session to which the secret was proposed. A stolen session must not learn a secret that is turned on later. */
  proposedTo: string;
  proposedAt: Date;
  /** The time step of the last accepted code. Codes of this and earlier steps are rejected. */
  lastStep: number;
  recoveryDigests: string[];
};

/** Long enough to install an app. */
const PROPOSAL_TIMEOUT_MS = 600_000;

type SecondFactorDependencies = { connection: Connection; box: SecretBox; clock: Clock };

export function createSecondFactors({ connection, box, clock }: SecondFactorDependencies): SecondFactors {
  const model = connection.model<StoredSecondFactor>('SecondFactor', secondFactorSchema());
  const stepNow = (factor: StoredSecondFactor, code: string) => {
    const secret = box.open(factor.sealedSecret, secondFactorRecord(factor._id));
    return stepOfCode(code.replaceAll(/\s/g, ''), secret, clock.now(), factor.lastStep);
  };
  const proposal = (session: string) => ({
    proposedTo: session,
    proposedAt: trusted({ $gt: new Date(clock.now() - PROPOSAL_TIMEOUT_MS) }),
  });
  return {
    state: async (_id) => {
      const factor = await model.findOne({ _id, isOn: true }).lean();
      return { isOn: factor !== null, codesLeft: factor?.recoveryDigests.length ?? 0 };
    },
    propose: async (_id, session) => {
      const proposed = {
        sealedSecret: box.seal(newSecret(), secondFactorRecord(_id)),
        proposedTo: session,
        proposedAt: new Date(clock.now()),
        lastStep: 0,
        recoveryDigests: [],
      };
      // A valid proposal does not match the filter, and the insert then fails with a duplicate key.
      await model
        .updateOne({ _id, isOn: false, $nor: [proposal(session)] }, { $set: proposed }, { upsert: true })
        .catch(ignoreDuplicate);
      const factor = await model.findOne({ _id, isOn: false, ...proposal(session) }).lean();
      if (!factor) throw conflict('second_factor_changed', 'The second factor was changed by another request.');
      return box.open(factor.sealedSecret, secondFactorRecord(_id));
    },
    discardProposal: async (_id) => {
      await model.deleteOne({ _id, isOn: false });
    },
    turnOn: async (_id, session, code, within) => {
      const factor = await model.findOne({ _id, isOn: false, ...proposal(session) }, null, inSession(within)).lean();
      const step = factor && stepNow(factor, code);
      if (!step) return undefined;
      const { codes, recoveryDigests } = newRecoveryCodes(_id);
      return (await consumeStep(model, factor, step, within, { isOn: true, recoveryDigests })) ? codes : undefined;
    },
    consumeCode: async (_id, code, within) => {
      const factor = await model.findOne({ _id, isOn: true }, null, inSession(within)).lean();
      if (!factor) return undefined;
      const step = stepNow(factor, code);
      if (step) return (await consumeStep(model, factor, step, within)) ? 'code' : undefined;
      return (await consumeRecoveryCode(model, _id, code, within)) ? 'recoveryCode' : undefined;
    },
    renewRecoveryCodes: async (_id, within) => {
      const { codes, recoveryDigests } = newRecoveryCodes(_id);
      await model.updateOne({ _id, isOn: true }, { $set: { recoveryDigests } }, inSession(within));
      return codes;
    },
    turnOff: async (_id, within) => {
      await model.deleteOne({ _id }, inSession(within));
    },
  };
}

/** Returns true for only one of several concurrent calls with the same step. */
async function consumeStep(
  model: Model<StoredSecondFactor>,
  { _id, isOn, sealedSecret }: StoredSecondFactor,
  step: number,
  within: ClientSession | undefined,
  change: Partial<StoredSecondFactor> = {},
): Promise<boolean> {
  const { modifiedCount } = await model.updateOne(
    { _id, isOn, sealedSecret, lastStep: trusted({ $lt: step }) },
    { $set: { ...change, lastStep: step } },
    inSession(within),
  );
  return modifiedCount === 1;
}

async function consumeRecoveryCode(
  model: Model<StoredSecondFactor>,
  _id: number,
  code: string,
  within: ClientSession | undefined,
): Promise<boolean> {
  const digest = recoveryDigest(code, _id);
  if (!digest) return false;
  const { modifiedCount } = await model.updateOne(
    { _id, isOn: true, recoveryDigests: digest },
    { $pull: { recoveryDigests: digest } },
    inSession(within),
  );
  return modifiedCount === 1;
}

function newRecoveryCodes(administratorId: number): { codes: string[]; recoveryDigests: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return { codes, recoveryDigests: codes.map((code) => recoveryDigest(code, administratorId) as string) };
}

function inSession(session: ClientSession | undefined) {
  return session ? { session } : {};
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

function secondFactorSchema(): Schema<StoredSecondFactor> {
  return new Schema<StoredSecondFactor>(
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
}
