/** Asks before the owner leaves a form that is not saved automatically and whose changes the preview shows. */
export function warnBeforeLeaving(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]:not([data-autosave])');
  let isUnsaved = false;
  form?.addEventListener('input', () => {
    isUnsaved = true;
  });
  form?.addEventListener('submit', () => {
    isUnsaved = false;
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
}
