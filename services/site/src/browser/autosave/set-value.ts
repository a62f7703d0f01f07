const PICKED: Record<string, RegExp> = {
  date: /^(?!0000)(\d{4}-\d\d-\d\d)?$/,
  color: /^#[\da-f]{6}$/i,
};

/** Shows a value in a field. `text` describes it if a list does not offer it. */
export function setValue(field: HTMLElement, value: string, text = value): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    // A code that the list does not offer.
    if (field.value !== value) field.add(new Option(text, value, true, true));
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    field.checked = value === '1';
  } else if (field instanceof HTMLInputElement && field.type === 'radio') {
    field.checked = field.value === value;
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // A picker would replace a text that is not a date or a color.
    if (PICKED[field.type]?.test(value) === false) field.setAttribute('type', 'text');
    field.value = value;
  }
}
