import { renderToString } from 'preact-render-to-string';
import type { SaveState } from './save-queue.ts';
import { SaveStatus } from './save-status.tsx';

const texts = {
  ...{ saving: 'Saving', saved: 'Saved', offline: 'Offline', restored: 'Restored', invalid: 'Invalid:' },
  ...{ conflict: 'Conflict', signedOut: 'Signed out', tooLarge: 'Too large', problem: 'Problem' },
  ...{ incomplete: 'Incomplete', close: 'Close' },
  ...{ isConflict: false, title: 'Title' },
};

test.each<[SaveState | undefined, string, boolean]>([
  [undefined, '', false],
  ['saving', 'Saving', false],
  ['offline', 'Offline', true],
  [{ problem: 'invalid', faults: ['A.', 'B.'] }, 'Invalid: A. B.', true],
  [{ problem: 'invalid', faults: [] }, 'Problem', true],
  [{ problem: 'expired', faults: [] }, 'Signed out', true],
  [{ problem: 'tooLarge', faults: [] }, 'Too large', true],
  [{ problem: 'unheard of', faults: [] }, 'Problem', true],
])('describes the state %j', (state, text, isBad) => {
  const html = renderToString(<SaveStatus state={state} texts={texts} />);
  expect(html).toBe(`<p class="field-hint${isBad ? ' field-error' : ''}">${text}</p>`);
});
