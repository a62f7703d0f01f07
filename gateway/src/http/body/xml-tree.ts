import { invalid } from '@vitae/kit/errors';
import { runSynchronously, type SlicedWork } from '@vitae/kit/slices';
import { SaxesParser } from 'saxes';

/** The text of an element, or its child elements by name; repeated names are arrays. */
export type XmlValue = string | XmlElement | XmlValue[];
export type XmlElement = { [name: string]: XmlValue };

type Open = { name: string; text: string; children: XmlElement | undefined };

/** Deeper than any valid body. */
const MAX_DEPTH = 16;
/** Fits a metadata update with 1,000 users and 1,000 keys. */
const MAX_ELEMENTS = 10_000;

const SLICE_CHARACTERS = 16_384;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses XML 1.0 to a tree of text. DTDs are rejected, so there are no custom entities and nothing is fetched. Objects
 * have no prototype.
 */
export function parseXml(body: Buffer): XmlElement {
  return runSynchronously(xmlTree(body));
}

/** Parses like `parseXml`, in slices. */
export function* xmlTree(body: Buffer): SlicedWork<XmlElement> {
  const root: XmlElement = nothing();
  const open: Open[] = [];
  let elements = 0;
  const parser = new SaxesParser();
  const reject = (problem: string) => {
    throw invalid(`The XML ${problem} (line ${parser.line}).`);
  };
  parser.on('error', (error) => reject(`is not well-formed: ${problemOf(error)}`));
  parser.on('doctype', () => reject('has a DTD, which is not supported'));
  parser.on('xmldecl', ({ encoding, version }) => {
    if (encoding !== undefined && !/^utf-8$/i.test(encoding)) reject('is not in UTF-8');
    if (version !== '1.0') reject('is not XML 1.0');
  });
  let tag = '';
  parser.on('opentagstart', ({ name }) => {
    tag = name.slice(0, 100);
  });
  // Rejects the first attribute, because otherwise all attributes of a tag would be collected first.
  parser.on('attribute', () => reject(`has attributes at <${tag}>, which are not supported`));
  parser.on('opentag', ({ name }) => {
    if (open.length === MAX_DEPTH) reject(`is more than ${MAX_DEPTH} elements deep`);
    elements += 1;
    if (elements > MAX_ELEMENTS) reject(`has more than ${MAX_ELEMENTS} elements`);
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
    if (children && text.trim() !== '') reject(`mixes text and elements in <${name.slice(0, 100)}>`);
    const parent = open.at(-1);
    if (parent) parent.children ??= nothing();
    add(parent?.children ?? root, name, children ?? text);
  });
  const text = textOf(body);
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    parser.write(text.slice(start, start + SLICE_CHARACTERS));
    yield;
  }
  parser.close();
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
    // TextDecoder throws for invalid UTF-8.
    throw invalid('The XML is not in UTF-8.');
  }
}

/** Returns the parser's message without its position. */
function problemOf({ message }: Error): string {
  return message
    .replace(/^[\d:]+ ?/, '')
    .replace(/\.$/, '')
    .slice(0, 200);
}
