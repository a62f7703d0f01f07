import { setValue } from './autosave/set-value.ts';

/**
 * After a conflict, each button "Use the saved value" changes its field in the page, without a request. Without the script,
 * and for the order of rows, the server does.
 */
export function startUsingStored(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]');
  form?.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name=use]');
    const field = button && form.elements.namedItem(button.value);
    if (button?.dataset.stored === undefined || !(field instanceof HTMLElement)) return;
    event.preventDefault();
    const block = button.closest('.stored-text');
    setValue(field, button.dataset.stored, block?.querySelector('.stored-lines')?.textContent ?? '');
    block?.remove();
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
