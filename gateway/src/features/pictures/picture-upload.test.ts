import type { Request } from 'express';
import { readPictureUpload } from './picture-upload.ts';

const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=limit';
const FILE_HEADERS = 'Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png';
const MB = 1024 * 1024;

const read = (contentType: string, body: string | Buffer) =>
  readPictureUpload({ headers: { 'content-type': contentType }, body: Buffer.from(body) } as unknown as Request);
const part = (headers: string, content: string) => `--limit\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (content: string) => part('Content-Disposition: form-data; name="note"', content);

describe('a picture upload', () => {
  test('is read from a multipart form with other fields', async () => {
    const content = `\x89PNG${'x'.repeat(MB)}`;
    const body = `${field('a note')}${part(FILE_HEADERS, content)}--limit--\r\n`;
    expect((await read(PARTS, Buffer.from(body, 'latin1'))).toString('latin1')).toBe(content);
  });

  test('is read from a form whose base64 is escaped', async () => {
    const base64 = `iVBORw0KGgo${'/+'.repeat(200_000)}A`;
    const picture = await read(FORM, `image=${encodeURIComponent(base64)}`);
    expect(picture.equals(Buffer.from(base64, 'base64'))).toBe(true);
  });

  test.each([
    ['long text', PARTS, `${field('x'.repeat(MB))}${part(FILE_HEADERS, 'GIF8')}--limit--\r\n`],
    ['long headers', PARTS, `${part(`${FILE_HEADERS}; ${'%22'.repeat(MB / 3)}`, 'GIF8')}--limit--\r\n`],
    ['text before its parts', PARTS, `${'x'.repeat(MB)}\r\n${part(FILE_HEADERS, 'GIF8')}--limit--\r\n`],
    ['many parts', PARTS, `${field('x').repeat(30)}${part(FILE_HEADERS, 'GIF8')}--limit--\r\n`],
    ['many escaped characters', FORM, `image=iVBORw0KGg${'%41'.repeat(600_000)}`],
  ])('is rejected before it is parsed if the form has %s', async (_what, contentType, body) => {
    await expect(read(contentType, body)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^(?:Only the file|The form (?:must not have more|has more) than)/),
    });
  });
});
