import { invalid } from '@vitae/kit/errors';
import { SaxesParser } from 'saxes';

/** An element with elements in it, each name once or as an array; or the text of one without. */
export type XmlValue = string | XmlElement | XmlValue[];
export type XmlElement = { [name: string]: XmlValue };

type Open = { name: string; text: string; children: XmlElement | undefined };

/** Deeper than any body that is taken, and far from where a parser would suffer. */
const MAX_DEPTH = 16;
/** A thousand users and a thousand keys, in the widest of the forms, and room beside them. */
const MAX_ELEMENTS = 20_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Well-formed XML 1.0 as a tree of text (decisions §8). There is no DTD, so no entity but the five
 * that every XML has, and nothing is ever fetched. Objects have no prototype.
 */
export function parseXml(body: Buffer): XmlElement {
  const root: XmlElement = nothing();
  const open: Open[] = [];
  let elements = 0;
  const parser = new SaxesParser();
  const refuse = (problem: string) => {
    throw invalid(`The XML ${problem} (line ${parser.line}).`);
  };
  parser.on('error', (error) => refuse(`is not well-formed: ${problemOf(error)}`));
  parser.on('doctype', () => refuse('has a DTD, which is not taken'));
  parser.on('xmldecl', ({ encoding, version }) => {
    if (encoding !== undefined && !/^utf-8$/i.test(encoding)) refuse('is not in UTF-8');
    if (version !== '1.0') refuse('is not XML 1.0');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (Object.keys(attributes).length > 0) refuse(`has attributes at <${name.slice(0, 100)}>, where none are taken`);
    if (open.length === MAX_DEPTH) refuse(`is more than ${MAX_DEPTH} elements deep`);
    elements += 1;
    if (elements > MAX_ELEMENTS) refuse(`has more than ${MAX_ELEMENTS} elements`);
    open.push({ name, text: '', children: undefined });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const { text, children } = open.pop() ?? { text: '', children: undefined };
    if (children && text.trim() !== '') refuse(`has text beside the elements of <${name.slice(0, 100)}>`);
    const parent = open.at(-1);
    if (parent) parent.children ??= nothing();
    add(parent?.children ?? root, name, children ?? text);
  });
  parser.write(textOf(body)).close();
  return root;
}

function add(parent: XmlElement, name: string, value: XmlValue): void {
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent[name] = [before, value];
}

function nothing(): XmlElement {
  return Object.create(null) as XmlElement;
}

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    // TextDecoder's way of saying that the bytes are not UTF-8.
    throw invalid('The XML is not in UTF-8.');
  }
}

/** The parser's words without its position, which is of no file. */
function problemOf({ message }: Error): string {
  return message
    .replace(/^[\d:]+ ?/, '')
    .replace(/\.$/, '')
    .slice(0, 200);
}
