import type { ArrayParameter } from './parameters.ts';
import { type ByteString, textOf } from './percent-encoding.ts';

/** Keys as written, in the order they came; `next` is what `[]` means, as PHP counts. */
export type Tree = { members: Map<string, Tree | string>; next: number };

/** How an encoder writes an array as JSON text. Encoders differ in these two things. */
export type Spelling = {
  /** `\/` and `\u00e9`, as PHP's json_encode does; JavaScript's JSON.stringify leaves both as they are. */
  escaped: boolean;
  /** `1` for what was sent as 1; otherwise `"1"`. */
  numbers: boolean;
};

export const SPELLINGS: readonly Spelling[] = [
  { escaped: false, numbers: false },
  { escaped: false, numbers: true },
  { escaped: true, numbers: false },
  { escaped: true, numbers: true },
];

/** The array that was sent in brackets; undefined when it contradicts itself or is not UTF-8. */
export function collectArray(parameter: ArrayParameter): Tree | undefined {
  const root = emptyTree();
  for (const { path, value } of parameter.elements) {
    const text = textOf(value);
    if (text === undefined || !place(root, path, text)) return undefined;
  }
  return root;
}

/** The JSON text of a collected array, as the spelling writes it. */
export function spell(tree: Tree | string, spelling: Spelling): string {
  if (typeof tree === 'string')
    return spelling.numbers && JSON_NUMBER.test(tree) ? tree : quote(tree, spelling.escaped);
  const list = asList(tree);
  if (list) return `[${list.map((element) => spell(element, spelling)).join(',')}]`;
  const members = Array.from(
    tree.members,
    ([key, element]) => `${quote(key, spelling.escaped)}:${spell(element, spelling)}`,
  );
  return `{${members.join(',')}}`;
}

/** The values of a collected array, for those who handle the call. */
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
    const there = node.members.get(key);
    const last = depth === path.length - 1;
    if (there !== undefined && (last || typeof there === 'string')) return false;
    const child = last ? value : ((there as Tree | undefined) ?? emptyTree());
    node.members.set(key, child);
    if (INDEX.test(key)) node.next = Math.max(node.next, Number(key) + 1);
    if (typeof child !== 'string') node = child;
  }
  return true;
}

/** Exactly the indexes 0 to n-1 are a list, in whichever order a client sorted them. */
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
