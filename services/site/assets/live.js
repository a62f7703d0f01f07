// Replaces the metrics on the page with those that the server sends.
(() => {
  document.documentElement.classList.add('has-script');
  const region = document.getElementById('live');
  const stream = region?.dataset.stream;
  if (!stream) return;

  /** Returns the open and focused elements by id or target, because the elements are replaced. */
  const whereabouts = () => {
    const open = [...region.querySelectorAll('details[open]')].map(({ id }) => id);
    const active = region.contains(document.activeElement) ? document.activeElement : undefined;
    const focus = active && { tag: active.tagName, id: active.id, href: active.getAttribute('href') };
    return { open, focus };
  };
  const restore = ({ open, focus }) => {
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    if (!focus) return;
    const target = focus.id
      ? document.getElementById(focus.id)
      : [...region.querySelectorAll(focus.tag)].find((one) => one.getAttribute('href') === focus.href);
    target?.focus({ preventScroll: true });
  };
  let isPressing = false;
  /** Returns whether the user is typing, selecting or clicking. */
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
  source.addEventListener('metrics', ({ data }) => {
    latest = JSON.parse(data);
    show();
  });
  region.addEventListener('pointerdown', () => {
    isPressing = true;
  });
  // The click event follows pointerup, so the elements must not be replaced before it.
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
