import type { ComponentChildren, VNode } from 'preact';

/** The result of an action. Announced by screen readers. */
export function Notice({ kind, children }: { kind: 'good' | 'bad'; children: ComponentChildren }): VNode {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <p>{children}</p>
    </div>
  );
}
