import { randomBytes } from 'node:crypto';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { generateSync } from 'otplib';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createSecondFactors } from './second-factor-mongo-store.ts';
import type { SecondFactors } from './second-factors.ts';

const ADMINISTRATOR = 7;
const SESSION = 'a session';
const STEP_MS = 30_000;

let database: DatabaseFixture;
let factors: SecondFactors;
let now = Date.UTC(2026, 10, 21, 9, 0, 0);
let secret: string;
let recoveryCodes: string[];

const codeAt = (moment = now) => generateSync({ secret, epoch: Math.floor(moment / 1000) });

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  factors = createSecondFactors({ connection: database.connection, box, clock: { now: () => now } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await factors.turnOff(ADMINISTRATOR);
  secret = await factors.propose(ADMINISTRATOR, SESSION);
  recoveryCodes = (await factors.turnOn(ADMINISTRATOR, SESSION, codeAt())) ?? [];
  now += STEP_MS;
});

describe('second factor', () => {
  test('is on only after a code of its secret was entered', async () => {
    await factors.turnOff(ADMINISTRATOR);
    secret = await factors.propose(ADMINISTRATOR, SESSION);
    expect(await factors.propose(ADMINISTRATOR, SESSION)).toBe(secret);
    expect(await factors.turnOn(ADMINISTRATOR, SESSION, '000000')).toBeUndefined();
    expect(await factors.state(ADMINISTRATOR)).toEqual({ isOn: false, codesLeft: 0 });
    expect(await factors.consumeCode(ADMINISTRATOR, codeAt())).toBeUndefined();
    expect(await factors.turnOn(ADMINISTRATOR, SESSION, codeAt())).toHaveLength(10);
    expect(await factors.state(ADMINISTRATOR)).toEqual({ isOn: true, codesLeft: 10 });
  });

  test('accepts a proposed secret only in its session, within ten minutes and before it is discarded', async () => {
    await factors.turnOff(ADMINISTRATOR);
    const stolen = await factors.propose(ADMINISTRATOR, 'a stolen session');
    secret = await factors.propose(ADMINISTRATOR, SESSION);
    expect(secret).not.toBe(stolen);
    expect(await factors.turnOn(ADMINISTRATOR, 'a stolen session', codeAt())).toBeUndefined();
    now += 10 * 60_000;
    expect(await factors.turnOn(ADMINISTRATOR, SESSION, codeAt())).toBeUndefined();
    const later = await factors.propose(ADMINISTRATOR, SESSION);
    expect(later).not.toBe(secret);
    await factors.discardProposal(ADMINISTRATOR);
    secret = await factors.propose(ADMINISTRATOR, SESSION);
    expect(secret).not.toBe(later);
    expect(await factors.turnOn(ADMINISTRATOR, SESSION, codeAt())).toHaveLength(10);
  });

  test('proposes the same secret to concurrent requests and never shows or discards one that is on', async () => {
    await factors.turnOff(ADMINISTRATOR);
    const shown = await Promise.all(Array.from({ length: 5 }, () => factors.propose(ADMINISTRATOR, SESSION)));
    expect(new Set(shown).size).toBe(1);
    secret = shown[0] ?? '';
    await factors.turnOn(ADMINISTRATOR, SESSION, codeAt());
    await expect(factors.propose(ADMINISTRATOR, SESSION)).rejects.toMatchObject({ reason: 'second_factor_changed' });
    await factors.discardProposal(ADMINISTRATOR);
    expect((await factors.state(ADMINISTRATOR)).isOn).toBe(true);
  });

  test('accepts a code only once, even with concurrent requests', async () => {
    const code = codeAt();
    const taken = await Promise.all(Array.from({ length: 8 }, () => factors.consumeCode(ADMINISTRATOR, code)));
    expect(taken.filter((one) => one === 'code')).toHaveLength(1);
    expect(await factors.consumeCode(ADMINISTRATOR, code)).toBeUndefined();
  });

  test('rejects the code that turned it on', async () => {
    expect(await factors.consumeCode(ADMINISTRATOR, codeAt(now - STEP_MS))).toBeUndefined();
  });

  test('rejects a used code after the clock was set back', async () => {
    const code = codeAt();
    expect(await factors.consumeCode(ADMINISTRATOR, code)).toBe('code');
    now -= STEP_MS;
    expect(await factors.consumeCode(ADMINISTRATOR, code)).toBeUndefined();
    expect(await factors.consumeCode(ADMINISTRATOR, codeAt())).toBeUndefined();
    now += STEP_MS;
  });

  test('accepts a recovery code once, in any notation, until the codes are renewed', async () => {
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `;
    const taken = await Promise.all(Array.from({ length: 5 }, () => factors.consumeCode(ADMINISTRATOR, typed)));
    expect(taken.filter((one) => one === 'recoveryCode')).toHaveLength(1);
    expect((await factors.state(ADMINISTRATOR)).codesLeft).toBe(9);
    const [fresh = ''] = await factors.renewRecoveryCodes(ADMINISTRATOR);
    expect(await factors.consumeCode(ADMINISTRATOR, second)).toBeUndefined();
    expect(await factors.consumeCode(ADMINISTRATOR, fresh)).toBe('recoveryCode');
  });

  test('stores neither the secret nor recovery codes in plain text', async () => {
    const stored = JSON.stringify(await database.connection.collection('secondFactors').find().toArray());
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });
});
