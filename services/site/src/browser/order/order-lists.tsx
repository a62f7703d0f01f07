import { render } from 'preact';
import type { OrderTexts } from '../../features/account/editor/script-texts.ts';
import { createSortable, showHandles } from './create-sortable.ts';
import { type MoveResult, sendMove } from './move-request.ts';
import { type MoveOutcome, OrderStatus } from './order-status.tsx';

/** Moves the entries of lists by drag and drop, or with the arrow keys on their handles. */
export function startOrderLists(): void {
  const outcomes: ((outcome: MoveOutcome | undefined) => void)[] = [];
  for (const list of document.querySelectorAll<HTMLElement>('[data-order]')) {
    const status = list.nextElementSibling as HTMLElement;
    const texts = JSON.parse(status.dataset.texts ?? '{}') as OrderTexts;
    const say = (outcome?: MoveOutcome) => render(<OrderStatus outcome={outcome} />, status);
    outcomes.push(say);
    say();
    sortable(list, ({ text, problem, isMoved, undo = '' }) => {
      if (isMoved) {
        // Only the last change can be undone.
        for (const one of document.querySelectorAll('.undo')) one.remove();
        for (const other of outcomes) if (other !== say) other(undefined);
        refreshPreview();
      }
      say({ text: text ?? texts[problem], isMoved, undo });
    });
  }
}

function refreshPreview(): void {
  const preview = document.querySelector<HTMLIFrameElement>('iframe#preview');
  try {
    preview?.contentWindow?.location.reload();
  } catch {
    // The owner followed a link in the preview.
    preview?.setAttribute('src', preview.getAttribute('src') ?? '');
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Makes the entries of a list sortable. `onResult` is called with the result of each move. */
function sortable(list: HTMLElement, onResult: (result: MoveResult) => void): void {
  const handleIn = (item: Element | undefined) => item?.querySelector<HTMLElement>('.drag-handle');
  let before: Element[] = [];
  let isBusy = false;
  const setBusy = (busy: boolean) => {
    isBusy = busy;
    drag.option('disabled', busy);
    if (busy) list.setAttribute('aria-busy', 'true');
    else list.removeAttribute('aria-busy');
  };

  /** Saves the order that the page shows, or shows the earlier order. */
  const save = async (item: Element, wasFocused: boolean) => {
    const index = [...list.children].indexOf(item);
    if (index < 0 || before[index] === item) return;
    setBusy(true);
    const form = item.querySelector('form') as HTMLFormElement;
    const result = await sendMove(form, { order: list.dataset.order ?? '', to: index + 1 });
    if (result.items === undefined) list.append(...before);
    else {
      list.innerHTML = result.items;
      list.dataset.order = result.order;
      showHandles(list);
    }
    onResult(result);
    setBusy(false);
    const shown = result.isMoved ? list.children[index] : item;
    if (wasFocused && shown?.isConnected) handleIn(shown)?.focus();
  };

  const drag = createSortable(list, {
    onStart: () => {
      before = [...list.children].filter((child) => !child.classList.contains('drag-moving'));
    },
    onEnd: ({ item }) => void save(item, item.contains(document.activeElement)),
  });

  list.addEventListener('keydown', (event) => {
    const item = (event.target as Element).closest('.drag-handle')?.closest('li');
    const step = STEPS[event.key];
    if (!item || step === undefined) return;
    event.preventDefault();
    const items = [...list.children];
    const index = items.indexOf(item) + step;
    const neighbor = items[index];
    if (isBusy || !neighbor) return;
    before = items;
    if (step < 0) neighbor.before(item);
    else neighbor.after(item);
    void save(item, true);
  });
  showHandles(list);
}
