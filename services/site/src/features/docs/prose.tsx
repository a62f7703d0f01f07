import type { VNode } from 'preact';

/** Words of the OpenAPI document, where backticks stand around code. */
export function Prose({ text }: { text: string }): VNode {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** A paragraph of such messages, where there are any. */
export function Paragraph({ text }: { text: string | undefined }): VNode | null {
  if (!text) return null;
  return (
    <p>
      <Prose text={text} />
    </p>
  );
}
