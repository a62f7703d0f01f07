// Shows the copy buttons.
const COPIED_MS = 2_000;

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const { copy: id = '', copied = '' } = button.dataset;
  const words = button.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const element = document.getElementById(id);
    if (!element || !(await copy(element))) return;
    button.textContent = copied;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = words;
    }, COPIED_MS);
  });
}

/** Browsers have no clipboard for pages without https, except on localhost. There, the selected text can be copied. */
async function copy(element: HTMLElement): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(element.textContent).then(
    () => true,
    () => false,
  );
  if (isCopied) return true;
  document.getSelection()?.selectAllChildren(element);
  return document.execCommand('copy');
}
