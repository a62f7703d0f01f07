import type { Response } from 'express';

/** Tells the script that its form was saved. */
export function sendSavedToScript(response: Response, saved: object): void {
  response.set('Cache-Control', 'no-store').json(saved);
}

/**
 * Tells the script why its form was not saved: the first of `kinds` that applies. `faults` are what is invalid. The page
 * says the same.
 */
export function sendProblemToScript(
  response: Response,
  status: number,
  kinds: Record<string, unknown>,
  faults: readonly string[],
): void {
  const problem = Object.keys(kinds).find((kind) => kinds[kind]) ?? 'other';
  response.status(status).set('Cache-Control', 'no-store').json({ problem, faults });
}
