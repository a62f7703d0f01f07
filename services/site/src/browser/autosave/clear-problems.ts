/** Removes the problems of a form from its page after the form was saved. `title` is the page title without “Error:”. */
export function clearProblems(form: HTMLFormElement, title: string): void {
  // The status of the form is an error too, but has no id.
  for (const problem of document.querySelectorAll('main .notice-bad, form .field-error[id]')) problem.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const others = described.filter((id) => !id.endsWith('-error'));
    field.removeAttribute('aria-invalid');
    if (others.length > 0) field.setAttribute('aria-describedby', others.join(' '));
    else field.removeAttribute('aria-describedby');
  }
  document.title = document.title.slice(Math.max(0, document.title.indexOf(title)));
}
