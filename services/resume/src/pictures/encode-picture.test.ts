import sharp from 'sharp';
import { createDrawPicture, pictureLimits } from './encode-picture.ts';
import { readPictureHeader } from './picture-header.ts';
import {
  animationOf,
  bombOf,
  clearPicture,
  laboriousPicture,
  photoOfPhone,
  plainPicture,
  repeatedScans,
} from '@vitae/test/support/resume/picture-fixtures';

const draw = createDrawPicture();
const isRefused = (upload: Buffer, message: RegExp, reason = 'picture_refused') =>
  expect(draw('photo', upload)).rejects.toMatchObject({ reason, message: expect.stringMatching(message) as string });

describe('a picture is kept', () => {
  test.each(['jpeg', 'png', 'gif'] as const)('small enough, with its proportions: %s', async (format) => {
    const upload = await plainPicture(format, 1600, 1200);
    const photo = await draw('photo', upload);
    expect(photo).toMatchObject({ contentType: 'image/jpeg', width: 800, height: 600 });
    const logo = await draw('logo', upload);
    expect(logo).toMatchObject({
      contentType: format === 'jpeg' ? 'image/jpeg' : 'image/png',
      width: 400,
      height: 300,
    });
    for (const { contentType, content } of [photo, logo]) expect(readPictureHeader(content)?.type).toBe(contentType);
  });

  test('as small as it is', async () => {
    expect(await draw('photo', await plainPicture('png', 40, 30))).toMatchObject({ width: 40, height: 30 });
  });

  test('upright, and without a word of who took it where', async () => {
    const upload = await photoOfPhone(400, 300);
    expect(upload.toString('latin1')).toContain('Zebulon');
    const { content, ...size } = await draw('photo', upload);
    expect(size).toMatchObject({ width: 300, height: 400 });
    const kept = await sharp(content).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(content.toString('latin1')).not.toMatch(/Zebulon|Exif/);
  });

  test('on white as a photo, see-through as a logo', async () => {
    const upload = await clearPicture(20, 20);
    expect((await sharp((await draw('photo', upload)).content).metadata()).hasAlpha).toBe(false);
    expect((await sharp((await draw('logo', upload)).content).metadata()).hasAlpha).toBe(true);
  });

  test('of an animation the first frame', async () => {
    const upload = animationOf(2_000, 100, 60);
    expect(await draw('logo', upload)).toMatchObject({ contentType: 'image/png', width: 100, height: 60 });
  });

  test('without what hangs behind it', async () => {
    const html = Buffer.from('<html><script>alert(document.domain)</script>PK');
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const { content } = await draw('logo', Buffer.concat([await plainPicture(format, 30, 30), html]));
      expect(content.toString('latin1')).not.toMatch(/script|PK/);
    }
  });

  test('the same for the same upload', async () => {
    const upload = await plainPicture('gif', 500, 500);
    expect((await draw('logo', upload)).content).toEqual((await draw('logo', upload)).content);
  });
});

describe('a picture is refused', () => {
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['HTML', '<!doctype html><img src=x onerror=alert(1)>'],
    ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['BMP', 'BM\x3a\0\0\0'],
    ['PDF', '%PDF-1.7\n'],
    ['AVIF', '\0\0\0\x1cftypavif'],
    ['what is too short to be anything', '\xff'],
  ])('that is %s, whatever it is called', (_name, bytes) =>
    isRefused(Buffer.from(bytes, 'latin1'), /not a JPEG, PNG or GIF/, 'picture_type'),
  );

  test('whose header claims more than is decoded, before anything is', async () => {
    await isRefused(bombOf(30_000, 30_000), /30000 × 30000 pixels; neither side may have more than 10000/);
    await isRefused(bombOf(9_999, 9_999), /9999 × 9999 pixels; it may have 25 million in all/);
    await isRefused(animationOf(1, 65_535, 65_535), /65535 × 65535 pixels/);
    const jpeg = await plainPicture('jpeg', 16, 16);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(60_000, frame + 5);
    await isRefused(jpeg, /16 × 60000 pixels/);
  });

  test('whose first frame is larger than the screen it speaks of', async () => {
    const gif = animationOf(1, 60_000, 60_000);
    gif.writeUInt16LE(10, 6);
    gif.writeUInt16LE(10, 8);
    await isRefused(gif, /60000 × 60000 pixels/);
  });

  test('that is larger than 5 MB', () =>
    isRefused(Buffer.alloc(pictureLimits.bytes + 1), /larger than 5242880 bytes/, 'body_too_large'));

  test('of which a part is missing', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const whole = await laboriousPicture(format, 300, 300);
      await isRefused(whole.subarray(0, whole.length / 2), /damaged/);
    }
  });

  test.each([
    ['a header and nothing else', bombOf(100, 100).subarray(0, 33)],
    ['no pixels', bombOf(0, 100)],
    ['the first bytes of a JPEG alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['the first bytes of a GIF alone', Buffer.from('GIF89a')],
    ['a JPEG that is noise', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), Buffer.alloc(5_000, 0x5a)])],
  ])('that has %s', (_name, upload) => isRefused(upload, /damaged/));

  test('that takes too long, with the process that read it', async () => {
    // Less than any decoder needs: with more time, some decoders count the scans and give up by themselves.
    const slow = createDrawPicture({ atOnce: 1, waiting: 1, timeoutMs: 20 });
    await expect(slow('photo', await repeatedScans(5_000, 5_000, 2_000))).rejects.toMatchObject({
      reason: 'picture_refused',
      message: expect.stringContaining('too long') as string,
    });
  });
});

test('more uploads than can wait are sent away, and those that wait are drawn', async () => {
  const few = createDrawPicture({ atOnce: 1, waiting: 1, timeoutMs: 15_000 });
  const upload = await plainPicture('png', 20, 20);
  const results = await Promise.allSettled([few('logo', upload), few('logo', upload), few('logo', upload)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(few('logo', upload)).resolves.toMatchObject({ width: 20 });
});
