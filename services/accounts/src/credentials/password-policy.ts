import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The minimum and maximum length of a password, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;

/** Why a new password is rejected. */
export type PasswordFault = 'tooShort' | 'tooLong' | 'isName' | 'tooCommon';

// Created at startup: loading the dictionary takes 50 ms. Substitutions such as $ for s are limited for the same reason.
const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 });
/** The beginning that is rated. Rating takes time quadratic in the length. */
const RATED_CHARACTERS = 32;
/** Passwords below this score are found within a million guesses. */
const MIN_SCORE = 2;

/** Returns why a new password is rejected, if it is. `names` are those of its user. */
export function passwordFault(password: string, names: readonly string[] = []): PasswordFault | undefined {
  // A character has two code units at most.
  if (password.length > 2 * PASSWORD_LENGTH.max) return 'tooLong';
  const characters = Array.from(password);
  if (characters.length < PASSWORD_LENGTH.min) return 'tooShort';
  if (characters.length > PASSWORD_LENGTH.max) return 'tooLong';
  const ownNames = names.flatMap((name) => [name, name.split('@')[0] ?? name]).map(comparable);
  if (ownNames.includes(comparable(password))) return 'isName';
  const rated = characters.slice(0, RATED_CHARACTERS).join('');
  return rater.check(rated, ownNames).score < MIN_SCORE ? 'tooCommon' : undefined;
}

/** Describes a rejected password to a caller of the API or the command line. */
export function passwordAdvice(fault: PasswordFault): string {
  const { min, max } = PASSWORD_LENGTH;
  switch (fault) {
    case 'tooShort':
      return `must have at least ${min} characters`;
    case 'tooLong':
      return `must have at most ${max} characters`;
    case 'isName':
      return 'must not be the name, user name or email address';
    case 'tooCommon':
      return 'is too easy to guess: use several unrelated words';
  }
}

/** Ignores case, accents and spaces. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase();
}
