/** Removes the problems of a form from its page after the form was saved. `title` is that of the page without a problem. */
export function clearProblems(form: HTMLFormElement, title: string): void {
  // The status of the form is an error too, but has no id.
  for (const problem of document.querySelectorAll('main .notice-bad, form .field-error[id]')) problem.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    const described = field.getAttribute('aria-describedby') ?? '';
    field.removeAttribute('aria-invalid');
    field.setAttribute('aria-describedby', described.replace(/\S+-error\s*/, ''));
  }
  document.title = document.title.slice(Math.max(0, document.title.indexOf(title)));
}
