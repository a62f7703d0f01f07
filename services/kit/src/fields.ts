import { z } from 'zod';

/** An id as every service hands them out. */
export const id = () => z.int('must be a whole number').positive('must be a positive number');

/** An id, or 0 for none, as proto3 has it. */
export const optionalId = () => z.int('must be a whole number').nonnegative('must not be negative');

// C0, DEL and C1; a lone surrogate is no text either. Text of several lines may have tab, LF and CR.
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** One line of text. */
export const line = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL.test(value), 'must not contain control characters');

/** Text of several lines. */
export const lines = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL_BUT_LINES.test(value), 'must not contain control characters');
