import type { ClientSession } from 'mongoose';

export type SecondFactorState = { isOn: boolean; codesLeft: number };

/** The second factor of administrators: time-based one-time codes (RFC 6238) and recovery codes. `within` is a transaction. */
export type SecondFactors = {
  state(administratorId: number): Promise<SecondFactorState>;
  /**
   * Returns a secret for the authenticator app. It can be turned on within ten minutes and only in the same session.
   * @throws {VitaeError} second_factor_changed if the second factor is already on
   */
  propose(administratorId: number, session: string): Promise<string>;
  /** Invalidates a secret that was proposed but not turned on. */
  discardProposal(administratorId: number): Promise<void>;
  /** Turns the second factor on and returns the recovery codes; undefined if the code does not match the proposed secret. */
  turnOn(administratorId: number, session: string, code: string, within?: ClientSession): Promise<string[] | undefined>;
  /** Returns the kind of the code; undefined if the code is wrong or was already used. */
  consumeCode(
    administratorId: number,
    code: string,
    within?: ClientSession,
  ): Promise<'code' | 'recoveryCode' | undefined>;
  /** Replaces the recovery codes. */
  renewRecoveryCodes(administratorId: number, within?: ClientSession): Promise<string[]>;
  turnOff(administratorId: number, within?: ClientSession): Promise<void>;
};

export function secondFactorRecord(administratorId: number): string {
  return `second factor ${administratorId}`;
}
