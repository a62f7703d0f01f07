/** Shows an error above a field, where the server shows its errors. Without a message, removes it. */
export function showFieldError(input: HTMLInputElement, message?: string): void {
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== id);
  input.setAttribute('aria-describedby', (message ? [id, ...others] : others).join(' '));
  input.removeAttribute('aria-invalid');
  if (message === undefined) return;
  input.setAttribute('aria-invalid', 'true');
  const error = Object.assign(document.createElement('p'), { id, className: 'field-error', textContent: message });
  error.setAttribute('role', 'alert');
  input.before(error);
}
