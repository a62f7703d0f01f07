// Crops and rotates a photo before it is uploaded. The page shows the photo in a frame with the shape of the templates.
(() => {
  const box = document.getElementById('crop');
  const form = box.closest('form');
  const input = form.querySelector('input[type=file]');
  const area = box.querySelector('.crop-area');
  const status = box.querySelector('[role=status]');
  const problem = document.getElementById('crop-problem');
  const adjust = document.getElementById('crop-adjust');

  const MAX_BYTES = 20_000_000;
  /** Larger photos are reduced first, because phones have little memory. */
  const MAX_EDGE = 2_000;
  /** The resume service stores photos with at most 800 pixels. */
  const MAX_RESULT = { width: 640, height: 800 };
  const MAX_ZOOM = 8;
  const STEP = 8;
  const DOUBLE_SUBMIT_MS = 2_000;

  let bitmap;
  let turns = 0;
  /** The elements of Cropper.js, and the size of the rotated photo. */
  let shown;

  const within = (value, least, most) => Math.min(Math.max(value, least), most);
  const frame = () => ({ width: shown.canvas.offsetWidth, height: shown.canvas.offsetHeight });
  const coverScale = () => Math.max(frame().width / shown.width, frame().height / shown.height);

  /** The scale of the photo, and its center in the frame. */
  const viewOf = ([scale, , , , x, y]) => ({ scale, x: x + shown.width / 2, y: y + shown.height / 2 });
  const view = () => viewOf(shown.image.$getTransform());

  /** Returns the nearest view in which the photo fills the frame. */
  function fill({ scale: wanted, x, y }) {
    const scale = within(wanted, coverScale(), coverScale() * MAX_ZOOM);
    const [across, down] = [(shown.width * scale) / 2, (shown.height * scale) / 2];
    const { width, height } = frame();
    return { scale, x: within(x, width - across, across), y: within(y, height - down, down) };
  }

  function place(wanted) {
    const { scale, x, y } = fill(wanted);
    shown.image.$setTransform([scale, 0, 0, scale, x - shown.width / 2, y - shown.height / 2]);
  }

  function move(right, down) {
    const { scale, x, y } = view();
    place({ scale, x: x + right, y: y + down });
  }

  function zoom(factor) {
    const { width, height } = frame();
    const { scale: before, x, y } = view();
    const { scale } = fill({ ...view(), scale: before * factor });
    const around = (at, center) => center + ((at - center) * scale) / before;
    place({ scale, x: around(x, width / 2), y: around(y, height / 2) });
    say();
  }

  function reset() {
    const { width, height } = frame();
    place({ scale: 0, x: width / 2, y: height / 2 });
  }

  function say() {
    const percent = Math.round((view().scale / coverScale()) * 100);
    status.textContent = status.dataset.state.replace('{zoom}', percent).replace('{turn}', turns * 90);
  }

  /** Draws the photo upright and rotated, on white where it is transparent. */
  function drawRotated() {
    const ratio = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((edge) => Math.max(1, Math.round(edge * ratio)));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, turns % 2 ? { width: height, height: width } : { width, height });
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
    return canvas;
  }

  async function show() {
    const drawn = drawRotated();
    area.innerHTML =
      '<cropper-canvas><cropper-image scalable translatable initial-fit="cover"></cropper-image>' +
      '<cropper-handle action="move" plain></cropper-handle></cropper-canvas>';
    const [canvas, image] = [area.firstChild, area.firstChild.firstChild];
    shown = { canvas, image, width: drawn.width, height: drawn.height };
    image.addEventListener('transform', (event) => {
      const wanted = viewOf(event.detail.matrix);
      const allowed = fill(wanted);
      const isAllowed = Object.keys(allowed).every((name) => Math.abs(allowed[name] - wanted[name]) < 1e-6);
      if (isAllowed) return;
      event.preventDefault();
      place(allowed);
    });
    image.setAttribute('alt', area.getAttribute('aria-label'));
    image.setAttribute('src', drawn.toDataURL('image/jpeg', 0.92));
    await image.$ready();
    reset();
    say();
    box.dataset.ready = '';
  }

  function reject(reason) {
    input.value = '';
    box.hidden = true;
    shown = undefined;
    problem.textContent = problem.dataset[reason];
  }

  /** Opens a photo. Browsers apply the orientation in its metadata. */
  async function open(file) {
    problem.textContent = '';
    delete box.dataset.ready;
    if (file.size > MAX_BYTES) return reject('tooLarge');
    try {
      bitmap = await createImageBitmap(file);
    } catch {
      return reject('type');
    }
    turns = 0;
    box.hidden = false;
    await show();
    area.focus();
  }

  const rotate = (by) => {
    turns = (turns + by + 4) % 4;
    return show();
  };
  const ACTIONS = {
    left: () => rotate(-1),
    right: () => rotate(1),
    in: () => zoom(1.1),
    out: () => zoom(1 / 1.1),
    reset: () => {
      turns = 0;
      return show();
    },
  };
  const KEYS = {
    ArrowLeft: () => move(-STEP, 0),
    ArrowRight: () => move(STEP, 0),
    ArrowUp: () => move(0, -STEP),
    ArrowDown: () => move(0, STEP),
    '+': ACTIONS.in,
    '=': ACTIONS.in,
    '-': ACTIONS.out,
  };

  box.addEventListener('click', ({ target }) => ACTIONS[target.closest('[data-crop]')?.dataset.crop]?.());
  area.addEventListener('keydown', (event) => {
    const act = !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key];
    if (!act || !shown) return;
    event.preventDefault();
    act();
  });
  input.addEventListener('change', () => {
    if (input.files[0]) open(input.files[0]);
  });
  if (adjust) {
    adjust.hidden = false;
    adjust.addEventListener('click', async () => {
      const response = await fetch(adjust.dataset.photo).catch(() => undefined);
      if (!response?.ok) return reject('missing');
      input.required = false;
      await open(await response.blob());
    });
  }

  async function crop() {
    const width = Math.max(1, Math.round(Math.min(MAX_RESULT.width, frame().width / view().scale)));
    const canvas = await shown.canvas.$toCanvas({ width, height: (width * MAX_RESULT.height) / MAX_RESULT.width });
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    const files = new DataTransfer();
    files.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
    input.files = files.files;
  }

  /** open → cropping → cropped → sent. Other submits are ignored until the page is open again. */
  let state = 'open';
  form.addEventListener('submit', async (event) => {
    const before = state;
    if (before === 'cropped' || (before === 'open' && !shown)) {
      state = 'sent';
      // The owner may stop a long upload, and submit another photo.
      setTimeout(() => {
        state = 'open';
      }, DOUBLE_SUBMIT_MS);
      return;
    }
    event.preventDefault();
    if (before !== 'open') return;
    state = 'cropping';
    // If it fails, for example without memory, the chosen photo is uploaded as it is. A stored photo stays.
    const isCropped = await crop().then(
      () => true,
      () => false,
    );
    state = isCropped || input.files[0] ? 'cropped' : 'open';
    if (state === 'open') reject('missing');
    else form.requestSubmit();
  });
  // The browser may show this page again with its state.
  addEventListener('pageshow', () => {
    state = 'open';
  });
})();
