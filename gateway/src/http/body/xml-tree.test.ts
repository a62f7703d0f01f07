import { VitaeError } from '@vitae/kit/errors';
import fc from 'fast-check';
import { parseXml, type XmlElement, type XmlValue } from './xml-tree.ts';

const parse = (xml: string) => JSON.parse(JSON.stringify(parseXml(Buffer.from(xml)))) as unknown;

function messageOf(xml: string | Buffer): string {
  try {
    parseXml(Buffer.from(xml as string));
  } catch (error) {
    expect(error).toBeInstanceOf(VitaeError);
    expect((error as VitaeError).code).toBe('INVALID_ARGUMENT');
    return (error as VitaeError).message;
  }
  throw new Error('The document was accepted');
}

describe('XML parser', () => {
  test.each([
    ['<a/>', { a: '' }],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<a>1</a>', { a: '1' }],
    ['\ufeff<a> <b>1</b>\n <b>2</b><c/> </a>', { a: { b: ['1', '2'], c: '' } }],
    ['<a><b>x &amp; &lt;y&gt; &quot;&apos; &#233;&#xE9;</b></a>', { a: { b: 'x & <y> "\' éé' } }],
    ['<a><![CDATA[<b>&amp;</b>]]></a>', { a: '<b>&amp;</b>' }],
    ['<a><!-- <b/> --><?do it?>1</a>', { a: '1' }],
    ['<a><constructor>1</constructor></a>', { a: { constructor: '1' } }],
  ])('parses %s', (xml, tree) => {
    expect(parse(xml)).toEqual(tree);
  });

  test.each([
    ['<!DOCTYPE a><a/>', 'DTD'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'DTD'],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'DTD'],
    ['<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', 'DTD'],
    ['<a>&b;</a>', 'not well-formed'],
    ['<a>&eacute;</a>', 'not well-formed'],
    ['<a>&#0;</a>', 'not well-formed'],
    ['<a>&#xD800;</a>', 'not well-formed'],
    ['<a>\u0001</a>', 'not well-formed'],
    ['<a>', 'not well-formed'],
    ['<a></b>', 'not well-formed'],
    ['<a/><a/>', 'not well-formed'],
    ['<a', 'not well-formed'],
    ['a', 'not well-formed'],
    ['', 'not well-formed'],
    ['<a b="1"/>', 'attributes at <a>'],
    ['<a xmlns="urn:x"/>', 'attributes at <a>'],
    ['<a>text<b/></a>', 'mixes text and elements in <a>'],
    [`${'<a>'.repeat(17)}${'</a>'.repeat(17)}`, 'elements deep'],
    [`<a>${'<b/>'.repeat(10_001)}</a>`, 'more than 10000 elements'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'not in UTF-8'],
    ['<?xml version="1.1"?><a/>', 'not XML 1.0'],
    [Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]), 'not in UTF-8'],
  ])('rejects %j', (xml, reason) => {
    expect(messageOf(xml)).toContain(reason);
  });

  test('rejects exponential entity expansion (billion laughs)', () => {
    const entities = Array.from(
      { length: 9 },
      (_none, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    );
    expect(messageOf(`<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${entities.join('')}]><a>&l9;</a>`)).toContain(
      'DTD',
    );
  });

  test.each([
    ['<a>\n<b>1\r\n2</b>\n</c>', 'line 4'],
    ['<a>\n<b>1\n2</b>&x;</a>', 'line 3'],
    [`<a>\n${'x\n'.repeat(20_000)}&x;</a>`, 'line 20002'],
    ['<a>\n', 'line 2'],
  ])('names the line of an error in %j', (xml, line) => {
    expect(messageOf(xml)).toContain(`(${line})`);
  });

  test('reads text that it copies like text that the parser reads', () => {
    const special = ['&amp;', '&lt;', '&apos;', '&#233;', '&x;', '&constructor;', '&', '>', '\r', '\r\n', '\n', '\t'];
    const part = fc.oneof(fc.constantFrom(...special, '\u0001', '\u0085', '\uffff'), fc.string({ unit: 'grapheme' }));
    const outcome = (xml: string) => {
      try {
        return parse(xml);
      } catch (error) {
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('').replaceAll(/[<\]]/g, '');
        // The parser reads text with a bracket.
        const read = outcome(`<a>${text}]</a>`);
        const expected = typeof read === 'string' ? read : { a: (read as { a: string }).a.slice(0, -1) };
        expect(outcome(`<a>${text}</a>`)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['<a>x<!-- <a> > -->1<![CDATA[</a> &amp; ]]>2<?p </a> > ?>3</a>', { a: 'x1</a> &amp; 23' }],
    ['<a><!---->></a>', { a: '>' }],
    ['<a><![CDATA[]]]></a>', { a: ']' }],
  ])('ends text, comments and sections of %s where XML does', (xml, tree) => {
    expect(parse(xml)).toEqual(tree);
  });

  test.each(['<a><!--></a>', '<a><b c="></b>"></b></a>', '<a><b c>1</b></a>', '<a><b<c></a>', '<a>x]]>y</a>'])(
    'rejects the incomplete markup in %s',
    (xml) => {
      expect(messageOf(xml)).toMatch(/not well-formed|attributes/);
    },
  );

  test('parses 200,000 character references quickly', () => {
    const started = performance.now();
    expect(parse(`<a>${'&#65;'.repeat(200_000)}</a>`)).toEqual({ a: 'A'.repeat(200_000) });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('restores any serialized tree', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/);
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !/[\p{Cc}\ufffe\uffff]/u.test(value));
    const { tree } = fc.letrec<{ tree: XmlValue; element: XmlElement }>((tie) => ({
      element: fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }) as fc.Arbitrary<XmlElement>,
      tree: fc.oneof({ maxDepth: 4 }, text, tie('element')),
    }));
    fc.assert(
      fc.property(name, tree, (root, value) => {
        expect(parse(write(root, value))).toEqual(JSON.parse(JSON.stringify({ [root]: value })));
      }),
    );
  });

  test('returns a tree or INVALID_ARGUMENT for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a>',
        '</a>',
        '<b/>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<!DOCTYPE',
        '&',
        ';',
        '&#x',
        '<?',
        '?>',
        '"',
        '=',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseXml(Buffer.from(pieces.join('')));
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function write(name: string, value: XmlValue): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (typeof value === 'string') return `<${name}>${escaped(value)}</${name}>`;
  const inside = Object.entries(value).map(([child, inner]) => write(child, inner));
  return `<${name}>\n ${inside.join('\n')}\n</${name}>`;
}
