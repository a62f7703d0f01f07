import { newSecret, secretUri, stepOfCode } from './one-time-code.ts';

// The secret "12345678901234567890" of RFC 6238, appendix B, in base32.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;

describe('one-time codes', () => {
  // Appendix B lists eight digits. A six-digit code is the last six of them (RFC 4226 section 5.3).
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match RFC 6238 at %d seconds', (seconds, eight) => {
    expect(stepOfCode(eight.slice(2), SECRET, seconds * 1000, 0)).toBe(Math.floor(seconds / 30));
  });

  test('are accepted one step early or late, but not two', () => {
    const at = 1_111_111_109_000;
    const accepted = [-2, -1, 0, 1, 2].map(
      (steps) => stepOfCode('081804', SECRET, at + steps * STEP_MS, 0) !== undefined,
    );
    expect(accepted).toEqual([false, true, true, true, false]);
  });

  test('are not accepted twice, even if the clock is set back', () => {
    const at = 1_111_111_109_000;
    const step = stepOfCode('081804', SECRET, at, 0) as number;
    expect(stepOfCode('081804', SECRET, at, step)).toBeUndefined();
    expect(stepOfCode('081804', SECRET, at - STEP_MS, step)).toBeUndefined();
    expect(stepOfCode('081804', SECRET, at, step - 1)).toBe(step);
  });

  test.each(['', '08180', '0818044', 'abcdef', '０８１８０４', '-81804', ' 81804'])('reject %j', (text) => {
    expect(stepOfCode(text, SECRET, 1_111_111_109_000, 0)).toBeUndefined();
  });

  test('have 160-bit secrets and a URI with the account name', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
    expect(secretUri(SECRET, 'ada+1@example.com')).toBe(
      `otpauth://totp/Vitae:ada%2B1%40example.com?secret=${SECRET}&issuer=Vitae`,
    );
  });
});
