import type { ArrayParameter } from './parameters.ts';
import { type ByteString, textOf } from './percent-encoding.ts';

/** An array by key, in the order of the request. `next` is the index of the next `[]`, as in PHP. */
export type Tree = { members: Map<string, Tree | string>; next: number };

/** The two aspects in which JSON encoders of clients differ. */
export type JsonStyle = {
  /** Whether slashes and non-ASCII characters are escaped, as in PHP's json_encode but not in JSON.stringify. */
  escaped: boolean;
  /** Whether numbers are encoded as `1` instead of `"1"`. */
  numbers: boolean;
};

export const JSON_STYLES: readonly JsonStyle[] = [
  { escaped: false, numbers: false },
  { escaped: false, numbers: true },
  { escaped: true, numbers: false },
  { escaped: true, numbers: true },
];

/** Builds the array that was sent in brackets. Returns undefined if it is contradictory or not UTF-8. */
export function collectArray(parameter: ArrayParameter): Tree | undefined {
  const root = emptyTree();
  for (const { path, value } of parameter.elements) {
    const text = textOf(value);
    if (text === undefined || !place(root, path, text)) return undefined;
  }
  return root;
}

/** Returns the JSON text of an array in the given style. */
export function toJson(tree: Tree | string, style: JsonStyle): string {
  if (typeof tree === 'string') return style.numbers && JSON_NUMBER.test(tree) ? tree : quote(tree, style.escaped);
  const list = asList(tree);
  if (list) return `[${list.map((element) => toJson(element, style)).join(',')}]`;
  const members = Array.from(
    tree.members,
    ([key, element]) => `${quote(key, style.escaped)}:${toJson(element, style)}`,
  );
  return `{${members.join(',')}}`;
}

/** Returns the elements of a list and of the lists in it without separators, as Ruby joins them; undefined for objects. */
export function joinElements(tree: Tree | string): string | undefined {
  if (typeof tree === 'string') return tree;
  const texts = asList(tree)?.map(joinElements);
  return texts?.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** Returns the array as a JavaScript value. */
export function valueOfTree(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const list = asList(tree);
  if (list) return list.map(valueOfTree);
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, element] of tree.members) object[key] = valueOfTree(element);
  return object;
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const INDEX = /^(0|[1-9]\d{0,8})$/;

function emptyTree(): Tree {
  return { members: new Map(), next: 0 };
}

function place(root: Tree, path: ByteString[], value: string): boolean {
  let node = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(node.next) : textOf(part);
    if (key === undefined) return false;
    const existing = node.members.get(key);
    const last = depth === path.length - 1;
    if (existing !== undefined && (last || typeof existing === 'string')) return false;
    const child = last ? value : ((existing as Tree | undefined) ?? emptyTree());
    node.members.set(key, child);
    if (INDEX.test(key)) node.next = Math.max(node.next, Number(key) + 1);
    if (typeof child !== 'string') node = child;
  }
  return true;
}

/** Returns the elements if the keys are the indexes 0 to n-1, in any order. */
function asList(tree: Tree): (Tree | string)[] | undefined {
  const list: (Tree | string)[] = [];
  for (let index = 0; index < tree.members.size; index++) {
    const element = tree.members.get(String(index));
    if (element === undefined) return undefined;
    list.push(element);
  }
  return list;
}

function quote(text: string, escaped: boolean): string {
  const json = JSON.stringify(text);
  if (!escaped) return json;
  return json.replace(/[/\u0080-\uffff]/g, (character) =>
    character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
