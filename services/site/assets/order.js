// Moves the entries of a section by drag and drop, or with the arrow keys on their handles.
(() => {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;

  const refreshPreview = () => {
    const preview = document.getElementById('preview');
    try {
      preview?.contentWindow.location.reload();
    } catch {
      // The owner followed a link in the preview.
      preview.setAttribute('src', preview.getAttribute('src'));
    }
  };

  /** Sends the new position of an entry. Returns the result, or the problem if there is none. */
  async function send(list, form, to) {
    const body = new URLSearchParams(new FormData(form));
    body.set('action', 'to');
    body.set('to', to);
    body.set('order', list.dataset.order);
    try {
      const headers = { Accept: 'application/json' };
      // The buttons are named “action” too, so `form.action` is not the address.
      const address = form.getAttribute('action');
      const response = await fetch(address, { method: 'POST', body, headers, redirect: 'error' });
      if (response.status === 403) return { problem: 'signedOut' };
      const result = await response.json();
      return { problem: 'notMoved', ...result, isMoved: response.ok };
    } catch {
      return { problem: 'notMoved' };
    }
  }

  function sortable(list) {
    const status = list.parentElement.querySelector('[role=status]');
    const showHandles = () => {
      for (const handle of list.querySelectorAll('.drag-handle')) handle.hidden = false;
    };
    let before = [];
    let busy = false;

    /** Saves the order that the page shows, or shows the earlier order. */
    async function save(item, focused) {
      const index = [...list.children].indexOf(item);
      if (index < 0 || before[index] === item) return;
      busy = true;
      drag.option('disabled', true);
      list.setAttribute('aria-busy', 'true');
      const result = await send(list, item.querySelector('form'), index + 1);
      if (result.items === undefined) list.append(...before);
      else {
        list.innerHTML = result.items;
        list.dataset.order = result.order;
        showHandles();
      }
      if (result.isMoved) {
        for (const undo of document.querySelectorAll('.undo')) undo.remove();
        status.insertAdjacentHTML('afterend', result.undo);
        refreshPreview();
      }
      status.textContent = result.text ?? status.dataset[result.problem];
      status.classList.toggle('field-error', !result.isMoved);
      list.removeAttribute('aria-busy');
      drag.option('disabled', false);
      busy = false;
      const shown = result.isMoved ? list.children[index] : item;
      if (focused && shown?.isConnected) shown.querySelector('.drag-handle')?.focus();
    }

    const drag = Sortable.create(list, {
      handle: '.drag-handle',
      animation: reduced ? 0 : 150,
      // Handles a mouse like touch. The browser's own drag and drop would show a screenshot of the entry.
      forceFallback: true,
      fallbackTolerance: 4,
      ghostClass: 'drag-place',
      fallbackClass: 'drag-moving',
      onStart: () => {
        before = [...list.children].filter((child) => !child.classList.contains('drag-moving'));
      },
      onEnd: ({ item }) => save(item, item.contains(document.activeElement)),
    });

    list.addEventListener('keydown', (event) => {
      const item = event.target.closest('.drag-handle')?.closest('li');
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!item || !step) return;
      event.preventDefault();
      const items = [...list.children];
      const index = items.indexOf(item) + step;
      if (busy || index < 0 || index >= items.length) return;
      before = items;
      list.insertBefore(item, step < 0 ? items[index] : items[index].nextSibling);
      save(item, true);
    });
    showHandles();
  }

  for (const list of document.querySelectorAll('[data-order]')) sortable(list);
})();
