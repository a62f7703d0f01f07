import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type CropAction,
  type CropProblem,
  type CropTexts,
  cropActions,
} from '../../features/account/editor/script-texts.ts';
import { showFieldError } from './field-error.ts';
import { openCropper, type PhotoCropper } from './photo-cropper.ts';
import { guardSubmit } from './submit-prepared.ts';

export type CropBoxProps = {
  input: HTMLInputElement;
  texts: CropTexts;
  /** The address of the stored photo, which can be cropped again. */
  photo: string | undefined;
};

const STEP = 8;
const ZOOM = 1.1;

/** Crops and rotates a photo before it is uploaded. The frame has the shape of the photo in the templates. */
export function CropBox({ input, texts, photo }: CropBoxProps): VNode {
  const area = useRef<HTMLDivElement>(null);
  const opening = useRef<Promise<PhotoCropper> | undefined>(undefined);
  const cropper = useRef<PhotoCropper | undefined>(undefined);
  const [bitmap, setBitmap] = useState<ImageBitmap>();
  const [turns, setTurns] = useState(0);
  /** What the area shows, once it is ready. */
  const [view, setView] = useState<{ percent: number; turns: number }>();

  const close = () => {
    opening.current = undefined;
    cropper.current = undefined;
  };
  const reject = (reason: CropProblem) => {
    input.value = '';
    close();
    setBitmap(undefined);
    showFieldError(input, texts[reason]);
  };
  /** Opens a photo. Browsers apply the orientation in its metadata. */
  const open = async (file: Blob) => {
    showFieldError(input);
    setView(undefined);
    const opened = await createImageBitmap(file).catch(() => undefined);
    if (!opened) return reject('type');
    setTurns(0);
    setBitmap(opened);
  };
  const adjust = async () => {
    const response = await fetch(photo ?? '').catch(() => undefined);
    if (!response?.ok) return reject('notLoaded');
    input.required = false;
    await open(await response.blob());
  };
  const show = async (shown: ImageBitmap, turned: number) => {
    if (!area.current) return;
    close();
    const say = () => cropper.current && setView({ percent: cropper.current.percent(), turns: turned });
    const opened = openCropper(area.current, shown, turned, say);
    opening.current = opened;
    const ready = await opened.catch(() => undefined);
    // In the meantime, the owner may have rotated the photo or chosen another one.
    if (opening.current !== opened) return;
    if (!ready) return reject('type');
    cropper.current = ready;
    say();
  };

  useEffect(() => {
    // This box replaces the fields that adjust the stored photo without a file.
    input.required = true;
    const choose = () => {
      const [file] = input.files ?? [];
      if (file) void open(file);
    };
    input.addEventListener('change', choose);
    const release = guardSubmit(input, {
      prepare: () => opening.current?.then((cropper) => cropper.crop()),
      onMissing: () => reject('notLoaded'),
    });
    return () => {
      input.removeEventListener('change', choose);
      release();
    };
  }, []);
  useEffect(() => {
    if (bitmap) void show(bitmap, turns);
  }, [bitmap, turns]);
  useEffect(() => {
    if (bitmap) area.current?.focus();
  }, [bitmap]);

  const rotate = (by: number) => setTurns((turns + by + 4) % 4);
  const act: Record<CropAction, () => unknown> = {
    left: () => rotate(-1),
    right: () => rotate(1),
    in: () => cropper.current?.zoom(ZOOM),
    out: () => cropper.current?.zoom(1 / ZOOM),
    reset: () => (turns === 0 && bitmap ? void show(bitmap, 0) : setTurns(0)),
  };
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => cropper.current?.move(-STEP, 0),
    ArrowRight: () => cropper.current?.move(STEP, 0),
    ArrowUp: () => cropper.current?.move(0, -STEP),
    ArrowDown: () => cropper.current?.move(0, STEP),
    '+': act.in,
    '=': act.in,
    '-': act.out,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
    if (!handle || !cropper.current) return;
    event.preventDefault();
    handle();
  };
  const state = view && texts.state.replace('{zoom}', String(view.percent)).replace('{turn}', String(view.turns * 90));

  return (
    <>
      {photo && (
        <button type="button" id="crop-adjust" class="button button-secondary" onClick={adjust}>
          {texts.adjust}
        </button>
      )}
      <div id="crop" class="stack-tight" hidden={!bitmap} data-ready={view && ''}>
        <div
          ref={area}
          class="crop-area"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move the photo, also with a screen reader.
          tabIndex={0}
          aria-label={texts.area}
          aria-describedby="crop-hint"
          onKeyDown={onKeyDown}
        />
        <p id="crop-hint" class="field-hint">
          {texts.hint}
        </p>
        <div class="pieces pieces-tight">
          {cropActions.map((action) => (
            <button key={action} type="button" class="button button-secondary" data-crop={action} onClick={act[action]}>
              {texts[action]}
            </button>
          ))}
        </div>
        <p class="field-hint" role="status">
          {state}
        </p>
      </div>
    </>
  );
}
