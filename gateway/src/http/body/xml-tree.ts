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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(\w+);/g;
/** Text that the parser must read: control characters, `]]>`, and `&` that does not begin one of the entities. */
const SPECIAL_TEXT = /[^\P{Cc}\t\n]|[\]\ufffe\uffff]|&(?!(?:amp|lt|gt|quot|apos);)/u;
/** Markup and its end. Everything after the start of a DTD is parsed as one piece, because DTDs are rejected. */
const MARKUP = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<!', end: undefined },
  { start: '<?', end: '?>' },
  { start: '<', end: '>' },
] as const;
/** Part of an attribute, which may contain `>`. Attributes are rejected, too. */
const ATTRIBUTE = /["'=]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses XML 1.0 to a tree of text. DTDs are rejected, so there are no custom entities and nothing is fetched. Objects
 * have no prototype.
 */
export function parseXml(body: Buffer): XmlElement {
  return runSynchronously(xmlTree(body));
}

/**
 * Parses like `parseXml`, in slices. The parser reads the markup. The text of elements, which is most of a CV, is copied
 * directly unless it is special, because the parser reads each character separately.
 */
export function* xmlTree(body: Buffer): SlicedWork<XmlElement> {
  const root: XmlElement = nothing();
  const open: Open[] = [];
  let elements = 0;
  const parser = new SaxesParser();
  const text = textOf(body);
  /** The current piece of the text, and the line of the parser at its start. */
  let piece = { start: 0, parserLine: parser.line };
  const reject = (problem: string) => {
    const line = text.slice(0, piece.start).split('\n').length + parser.line - piece.parserLine;
    throw invalid(`The XML ${problem} (line ${line}).`);
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
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const { text: own, children } = open.pop() ?? { text: '', children: undefined };
    if (children && own.trim() !== '') reject(`mixes text and elements in <${name.slice(0, 100)}>`);
    const parent = open.at(-1);
    if (parent) parent.children ??= nothing();
    add(parent?.children ?? root, name, children ?? own);
  });
  while (piece.start < text.length) {
    const end = endOfPiece(text, piece.start);
    const part = text.slice(piece.start, end);
    if (open.length > 0 && isOrdinaryText(part)) {
      addText(part.replaceAll(ENTITY, (_entity, name: string) => ENTITIES[name] as string));
      yield;
    } else {
      for (let at = 0; at < part.length; at += SLICE_CHARACTERS) {
        parser.write(part.slice(at, at + SLICE_CHARACTERS));
        yield;
      }
    }
    piece = { start: end, parserLine: parser.line };
  }
  parser.close();
  return root;
}

/** Returns the end of the text or of the markup that starts at a position. */
function endOfPiece(text: string, start: number): number {
  const markup = MARKUP.find((one) => text.startsWith(one.start, start));
  const terminator = markup ? markup.end : '<';
  const found = terminator === undefined ? -1 : text.indexOf(terminator, start + (markup?.start.length ?? 0));
  if (found < 0) return text.length;
  if (markup === undefined) return found;
  const end = found + (markup.end?.length ?? 0);
  return markup.start === '<' && ATTRIBUTE.test(text.slice(start, end)) ? text.length : end;
}

function isOrdinaryText(part: string): boolean {
  return part.length <= SLICE_CHARACTERS && !part.startsWith('<') && !SPECIAL_TEXT.test(part);
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

/** Returns the text with normalized line ends (XML 1.0 section 2.11). */
function textOf(body: Buffer): string {
  try {
    return utf8.decode(body).replaceAll(/\r\n?/g, '\n');
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
