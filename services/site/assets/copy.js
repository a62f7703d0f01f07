// Shows the copy buttons.
(() => {
  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = document.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };
  /** Away from https and localhost there is no clipboard to ask for; what is selected can still be copied. */
  const copy = async (element) => {
    if (navigator.clipboard) {
      const copied = await navigator.clipboard.writeText(element.textContent).then(
        () => true,
        () => false,
      );
      if (copied) return true;
    }
    select(element);
    return document.execCommand('copy');
  };
  for (const button of document.querySelectorAll('[data-copy]')) {
    const words = button.textContent;
    let again;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await copy(document.getElementById(button.dataset.copy)))) return;
      button.textContent = button.dataset.copied;
      clearTimeout(again);
      again = setTimeout(() => {
        button.textContent = words;
      }, 2_000);
    });
  }
})();
