import type { VNode } from 'preact';
import type { AutosaveTexts } from '../../features/account/editor/script-texts.ts';
import type { SaveState } from './save-queue.ts';

/** The save state of the text that was typed last. */
export function SaveStatus({ state, texts }: { state: SaveState | undefined; texts: AutosaveTexts }): VNode {
  const isBad = typeof state === 'object' || state === 'offline';
  return <p class={isBad ? 'field-hint field-error' : 'field-hint'}>{state && textOf(state, texts)}</p>;
}

function textOf(state: SaveState, texts: AutosaveTexts): string {
  if (typeof state === 'string') return texts[state];
  switch (state.problem) {
    case 'invalid':
      // A form that no page has is invalid without a fault in a field.
      return state.faults.length > 0 ? `${texts.invalid} ${state.faults.join(' ')}` : texts.problem;
    case 'conflict':
      return texts.conflict;
    case 'signedOut':
    case 'expired':
      return texts.signedOut;
    case 'tooLarge':
      return texts.tooLarge;
    default:
      return texts.problem;
  }
}
