/** The response to a move. Without a response, the order of the list is unknown. */
export type MoveResult = {
  isMoved: boolean;
  /** The key of the text to show if the server has sent none. */
  problem: 'notMoved' | 'signedOut';
  text?: string;
  /** The form that undoes the move, as HTML. */
  undo?: string;
} & ({ items: string; order: string } | { items?: undefined });

/** Sends the new position of an entry (from 1). Its form has the address and the values that identify the entry. */
export async function sendMove(
  form: HTMLFormElement,
  { order, to }: { order: string; to: number },
): Promise<MoveResult> {
  const body = new URLSearchParams(new FormData(form) as never);
  for (const [name, value] of Object.entries({ action: 'to', to: String(to), order })) body.set(name, value);
  // The buttons are named “action” too, so `form.action` is not the address.
  const address = form.getAttribute('action') ?? '';
  try {
    const headers = { Accept: 'application/json' };
    const response = await fetch(address, { method: 'POST', body, headers, redirect: 'error' });
    if (response.status === 403) return { problem: 'signedOut', isMoved: false };
    return { ...(await response.json()), problem: 'notMoved', isMoved: response.ok };
  } catch {
    return { problem: 'notMoved', isMoved: false };
  }
}
