import { documentResponse, jsonResponse } from '@vitae/kit/http/response';
import fc from 'fast-check';
import { parseXml } from './body/xml-tree.ts';
import { unmarkTags, xmlResponse } from './xml-response.ts';

const bodyOf = (value: unknown) => String(xmlResponse(jsonResponse(value)).body);

describe('XML responses', () => {
  test('has the structure of the JSON under <response>', () => {
    const user = {
      id: 7,
      lastname: 'Müller & <Söhne>',
      premium: false,
      email: '',
      resumes: { resume: [{ id: 1 }, { id: 2 }] },
      none: null,
    };
    expect(bodyOf({ user })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><user><id>7</id><lastname>Müller &amp; &lt;Söhne&gt;</lastname><premium>false</premium><email/><resumes><resume><id>1</id></resume><resume><id>2</id></resume></resumes><none/></user></response>\n',
    );
  });

  test.each([
    [{ total: 0, resumes: [] }, '<response><total>0</total><resumes/></response>'],
    [{ comments: [] }, '<response><comments/></response>'],
    [{ users: [{ id: 1, metadata: [] }] }, '<response><users><id>1</id><metadata/></users></response>'],
    [{ cv: { skills: { skill: [] } } }, '<response><cv><skills/></cv></response>'],
    [{ employmentPreferences: { employmentPreference: [] } }, '<response><employmentPreferences/></response>'],
  ])('keeps the element of the empty list in %j', (value, xml) => {
    expect(bodyOf(value).split('\n')[1]).toBe(xml);
  });

  test('has its own content type and tag', () => {
    const { headers } = xmlResponse(jsonResponse({ a: 1 }, 200, { ETag: '"3"', Link: '</x>' }));
    expect(headers).toEqual({ 'Content-Type': 'application/xml; charset=utf-8', ETag: '"3-xml"', Link: '</x>' });
  });

  test('names the elements of an array and writes booleans as requested', () => {
    const xmlOf = (value: unknown) =>
      String(xmlResponse(jsonResponse(value), (is) => (is ? '1' : '')).body).split('\n')[1];
    expect(xmlOf([{ a: true }, { a: false }])).toBe('<response><item><a>1</a></item><item><a/></item></response>');
    expect([xmlOf([]), xmlOf({ list: [] }), xmlOf({ a: { list: [true, false] } })]).toEqual([
      '<response/>',
      '<response><list/></response>',
      '<response><a><list>1</list><list/></a></response>',
    ]);
  });

  test('is well-formed for any content', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ unit: 'binary' }), { minKeys: 1 }),
        (value) => {
          const { response } = parseXml(Buffer.from(bodyOf(value)));
          for (const [name, text] of Object.entries(value)) {
            if (/^[\t\n\u0020-\ud7ff]*$/.test(text)) expect((response as Record<string, unknown>)[name]).toBe(text);
          }
        },
      ),
    );
    expect(() => parseXml(Buffer.from(bodyOf({ a: '\u0000\u000b\ufffe\ud800 ]]>', '1 x': { '': [] } })))).not.toThrow();
  });
});

describe('If-None-Match of a request for XML', () => {
  const statusFor = (sent: string | undefined): number => {
    const headers = { 'if-none-match': sent };
    unmarkTags(headers, '-xml');
    return xmlResponse(documentResponse(Buffer.from('{"a":1}'), 7, headers['if-none-match'])).status;
  };

  test.each(['"7-xml"', 'W/"7-xml"', '"6", "7-xml"', '*'])('matches %s', (sent) => {
    expect(statusFor(sent)).toBe(304);
  });

  test.each([undefined, '', '"7"', 'W/"7"', '"6-xml"', '7-xml'])('does not match %s', (sent) => {
    expect(statusFor(sent)).toBe(200);
  });
});
