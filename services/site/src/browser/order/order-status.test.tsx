import { renderToString } from 'preact-render-to-string';
import { OrderStatus } from './order-status.tsx';

test('announces a move with the form that undoes it, and a failure as an error', () => {
  expect(renderToString(<OrderStatus outcome={undefined} />)).toBe('<p class="field-hint" role="status"></p>');
  const moved = { text: 'Moved.', isMoved: true, undo: '<form class="undo"></form>' };
  expect(renderToString(<OrderStatus outcome={moved} />)).toBe(
    '<p class="field-hint" role="status">Moved.</p><div><form class="undo"></form></div>',
  );
  const failed = { text: 'Not moved.', isMoved: false, undo: '' };
  expect(renderToString(<OrderStatus outcome={failed} />)).toBe(
    '<p class="field-hint field-error" role="status">Not moved.</p>',
  );
});
