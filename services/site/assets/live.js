// Puts the figures that the server sends in the place of those that are shown.
(() => {
  document.documentElement.classList.add('has-script');
  const region = document.getElementById('live');
  const stream = region?.dataset.stream;
  if (!stream) return;

  /** What the reader had open or was at, by what it is rather than by which element. */
  const whereabouts = () => {
    const open = [...region.querySelectorAll('details[open]')].map(({ id }) => id);
    const active = region.contains(document.activeElement) ? document.activeElement : undefined;
    const focus = active && { tag: active.tagName, id: active.id, href: active.getAttribute('href') };
    return { open, focus };
  };
  const restore = ({ open, focus }) => {
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    if (!focus) return;
    const again = focus.id
      ? document.getElementById(focus.id)
      : [...region.querySelectorAll(focus.tag)].find((one) => one.getAttribute('href') === focus.href);
    again?.focus({ preventScroll: true });
  };
  let isPressing = false;
  /** Whoever types, marks something or is about to click is not disturbed. */
  const isBusy = () =>
    isPressing ||
    (region.contains(document.activeElement) && document.activeElement.matches('input, select')) ||
    (!document.getSelection().isCollapsed && region.contains(document.getSelection().anchorNode));

  let latest;
  const show = () => {
    if (latest === undefined || isBusy()) return;
    const before = whereabouts();
    region.innerHTML = latest;
    latest = undefined;
    restore(before);
  };
  const source = new EventSource(stream);
  source.addEventListener('figures', ({ data }) => {
    latest = JSON.parse(data);
    show();
  });
  region.addEventListener('pointerdown', () => {
    isPressing = true;
  });
  // A click comes after its release: what it leads to must be there still.
  const release = () => {
    isPressing = false;
    setTimeout(show);
  };
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  document.addEventListener('selectionchange', show);
  source.addEventListener('ended', () => source.close());
  addEventListener('pagehide', () => source.close());
})();
