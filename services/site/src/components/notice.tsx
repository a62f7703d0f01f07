import type { ComponentChildren, VNode } from 'preact';

type NoticeProps = {
  kind: 'good' | 'bad';
  /** Whether it does not tell the result of an action, so that it does not get the focus. */
  standing?: boolean;
  /** Follows the text, for example a list of links to fields. */
  details?: ComponentChildren;
  children: ComponentChildren;
};

/** The result of an action. Announced by screen readers. After an error, the page opens with the focus here. */
export function Notice({ kind, standing = false, details, children }: NoticeProps): VNode {
  const isError = kind === 'bad';
  const focused = isError && !standing ? ({ tabIndex: -1, autofocus: true } as const) : {};
  return (
    <div class={`notice notice-${kind}`} role={isError ? 'alert' : 'status'} {...focused}>
      <p>{children}</p>
      {details}
    </div>
  );
}
