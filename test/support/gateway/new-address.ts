import { randomInt } from 'node:crypto';

/** For a visitor of a test: visitors from one address would limit each other. */
export function newAddress(): string {
  return `2001:db8:${randomInt(2 ** 16).toString(16)}:${randomInt(2 ** 16).toString(16)}::1`;
}
