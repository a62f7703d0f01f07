import type { VNode } from 'preact';

/** The result of a move: a message, and the server-rendered form that undoes the move. */
export type MoveOutcome = { text: string; isMoved: boolean; undo: string };

/** Announces the last move in a list. */
export function OrderStatus({ outcome }: { outcome: MoveOutcome | undefined }): VNode {
  const isBad = outcome?.isMoved === false;
  return (
    <>
      <p class={isBad ? 'field-hint field-error' : 'field-hint'} role="status">
        {outcome?.text}
      </p>
      {outcome?.undo && <div dangerouslySetInnerHTML={{ __html: outcome.undo }} />}
    </>
  );
}
