import type { Response } from 'express';
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FormOwner } from '../../components/form.tsx';

/** Tells the script that its form was saved. */
export function sendSavedToScript(response: Response, saved: object): void {
  response.set('Cache-Control', 'no-store').json(saved);
}

/** Renders a part of a page for a script. Its forms name their owner, as in the page. */
export function renderForScript(owner: { userId: number }, part: VNode): string {
  return renderToString(h(FormOwner.Provider, { value: owner.userId }, part));
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
