// Replaces the metrics on the page with those that the server sends.
document.documentElement.classList.add('has-script');
const region = document.getElementById('live');
const stream = region?.dataset.stream;
if (region && stream) keepLive(region, stream);

function keepLive(region: HTMLElement, stream: string): void {
  let isPressing = false;
  let latest: string | undefined;
  const show = () => {
    if (latest === undefined || isPressing || isInUse(region)) return;
    const restore = rememberPlace(region);
    region.innerHTML = latest;
    latest = undefined;
    restore();
  };
  const source = new EventSource(stream);
  source.addEventListener('metrics', ({ data }) => {
    latest = JSON.parse(data);
    show();
  });
  source.addEventListener('ended', () => source.close());
  addEventListener('pagehide', () => source.close());
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
}

/** Returns whether the user is typing or selecting. */
function isInUse(region: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement && region.contains(activeElement) && activeElement.matches('input, select')) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && region.contains(selection.anchorNode);
}

/** Returns a function that opens and focuses the same elements, by id or target, because the elements are replaced. */
function rememberPlace(region: HTMLElement): () => void {
  const open = Array.from(region.querySelectorAll('details[open]'), ({ id }) => id);
  const active = region.contains(document.activeElement) ? document.activeElement : null;
  const href = active?.getAttribute('href');
  return () => {
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    if (!active) return;
    const target = active.id
      ? document.getElementById(active.id)
      : Array.from(region.querySelectorAll<HTMLElement>(active.tagName)).find(
          (one) => one.getAttribute('href') === href,
        );
    target?.focus({ preventScroll: true });
  };
}
