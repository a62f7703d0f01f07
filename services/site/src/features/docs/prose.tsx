import type { VNode } from 'preact';

/** Text of the OpenAPI document, with code in backticks. */
export function Prose({ text }: { text: string }): VNode {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** A paragraph of such text; renders nothing without text. */
export function Paragraph({ text }: { text: string | undefined }): VNode | null {
  if (!text) return null;
  return (
    <p>
      <Prose text={text} />
    </p>
  );
}
