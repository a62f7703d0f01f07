import { z } from 'zod';

/** A positive integer id. */
export const id = () => z.int('must be a whole number').positive('must be a positive number');

/** An id, or 0 for none (the proto3 default). */
export const optionalId = () => z.int('must be a whole number').nonnegative('must not be negative');

// C0, DEL, C1 and lone surrogates. Multi-line text may contain tab, LF and CR.
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Single-line text. */
export const line = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL.test(value), 'must not contain control characters');

/** Multi-line text. */
export const lines = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL_BUT_LINES.test(value), 'must not contain control characters');
