import { randomBytes } from 'node:crypto';

/** The given password when it is long enough, or a new one of 120 random bits. */
export async function choosePassword(given: string | undefined): Promise<string> {
  if (given === undefined) return randomBytes(15).toString('base64url');
  const [{ PASSWORD_LENGTH }, { invalid }] = await Promise.all([
    import('@vitae/accounts/credentials/password-hash'),
    import('@vitae/kit/errors'),
  ]);
  const { min, max } = PASSWORD_LENGTH;
  if (given.length < min || given.length > max) throw invalid(`A password has ${min} to ${max} characters.`);
  return given;
}
