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

function setValue(field: HTMLElement, value: string, text: string): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    // A code that the list does not offer.
    if (field.value !== value) field.add(new Option(text, value, true, true));
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    field.checked = value === '1';
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // A picker would remove a text that is not a date.
    if (field.type === 'date') field.setAttribute('type', 'text');
    field.value = value;
  }
}
