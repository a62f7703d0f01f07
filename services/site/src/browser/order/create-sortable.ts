import Sortable from 'sortablejs';

type Options = Required<Pick<Sortable.Options, 'onStart' | 'onEnd'>> & Pick<Sortable.Options, 'fallbackOnBody'>;

/** Lets the children of an element be dragged by their handles. */
export function createSortable(list: HTMLElement, options: Options): Sortable {
  return Sortable.create(list, {
    handle: '.drag-handle',
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    // Handles a mouse like touch. The browser's own drag and drop would show a screenshot of the entry.
    forceFallback: true,
    fallbackTolerance: 4,
    ghostClass: 'drag-place',
    fallbackClass: 'drag-moving',
    ...options,
  });
}

export function showHandles(list: HTMLElement): void {
  for (const handle of list.querySelectorAll<HTMLElement>('.drag-handle')) handle.hidden = false;
}
