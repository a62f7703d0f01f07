/**
 * Makes a shown element equal to `next`, and moves the new nodes out of `next`. Equal nodes stay in the document, so the
 * browser lays out only the changes.
 */
export function patchElement(shown: Element, next: Element): void {
  if (!shown.cloneNode(false).isEqualNode(next.cloneNode(false))) {
    shown.replaceWith(next);
    return;
  }
  const before = [...shown.childNodes];
  const after = [...next.childNodes];
  let start = 0;
  while (isEqual(before[start], after[start])) start += 1;
  while (before.length > start && after.length > start && isEqual(before.at(-1), after.at(-1))) {
    before.pop();
    after.pop();
  }
  const old = before.slice(start);
  const fresh = after.slice(start);
  if (old.length === fresh.length) {
    for (const [index, node] of old.entries()) patchNode(node, fresh[index] as ChildNode);
    return;
  }
  for (const node of old) node.remove();
  const following = shown.childNodes[start] ?? null;
  for (const node of fresh) shown.insertBefore(node, following);
}

function patchNode(shown: ChildNode, next: ChildNode): void {
  if (isElement(shown) && isElement(next)) patchElement(shown, next);
  else shown.replaceWith(next);
}

const isEqual = (one: Node | undefined, other: Node | undefined) => one?.isEqualNode(other ?? null) ?? false;
// The nodes belong to other windows, so `instanceof` does not recognize them.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
