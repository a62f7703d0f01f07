import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ReduceTexts } from '../../features/account/editor/script-texts.ts';
import { reducePicture } from './draw-picture.ts';
import { guardSubmit } from './submit-prepared.ts';

/** Reduces a large picture before it is uploaded. */
export function ReduceBox({ input, texts }: { input: HTMLInputElement; texts: ReduceTexts }): VNode {
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let reduced: Promise<File> | undefined;
    const choose = () => {
      const [file] = input.files ?? [];
      const started = file && reducePicture(file);
      setUnreadable(false);
      reduced = started;
      started?.catch(() => {
        if (reduced !== started) return;
        reduced = undefined;
        input.value = '';
        setUnreadable(true);
      });
    };
    choose();
    input.addEventListener('change', choose);
    const release = guardSubmit(input, { prepare: () => reduced, onMissing: () => setUnreadable(true) });
    return () => {
      input.removeEventListener('change', choose);
      release();
    };
  }, []);
  return (
    <p id="picture-problem" class="field-error" role="alert">
      {isUnreadable && texts.type}
    </p>
  );
}
